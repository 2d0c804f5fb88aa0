"""Somebody else's agents: all that they have is ``act``."""


class First:
    """Takes the first legal action."""

    def act(self, observations, action_masks, players, rng):
        return action_masks.argmax(axis=1)


class Last:
    """Takes the last legal action."""

    name = "last"

    def act(self, observations, action_masks, players, rng):
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)
