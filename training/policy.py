"""The policy and value networks of stable-baselines3, without its distribution objects."""

from __future__ import annotations

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

MASKED = -1e8
"""The logit of an illegal action: its probability is exactly 0, and gradients stay finite."""


class MaskedSoftmaxPolicy(MaskableActorCriticPolicy):
    """``MaskableActorCriticPolicy`` for flat observations and one discrete action, in less time.

    It has the same parameters under the same names and the same distribution of actions, but
    normalises logits once, and draws actions with one random number each.
    """

    def forward(
        self,
        obs: torch.Tensor,
        deterministic: bool = False,
        action_masks: np.ndarray | torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        log_probs, values = self.log_probs_and_values(obs, action_masks)
        actions = log_probs.argmax(-1) if deterministic else draw(log_probs.exp())
        return actions, values, taken(log_probs, actions)

    def evaluate_actions(
        self,
        obs: torch.Tensor,
        actions: torch.Tensor,
        action_masks: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        log_probs, values = self.log_probs_and_values(obs, action_masks)
        entropy = -(log_probs.exp() * log_probs).sum(-1)
        return values, taken(log_probs, actions), entropy

    def log_probs_and_values(
        self, obs: torch.Tensor, action_masks: np.ndarray | torch.Tensor | None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all actions (rows, actions), and values (rows, 1)."""
        latent_pi, latent_vf = self.mlp_extractor(obs)
        logits = self.action_net(latent_pi)
        if action_masks is not None:
            legal = torch.as_tensor(action_masks, dtype=torch.bool).view(logits.shape)
            logits = logits.masked_fill(~legal, MASKED)
        return logits.log_softmax(-1), self.value_net(latent_vf)


def draw(probs: torch.Tensor) -> torch.Tensor:
    """An action for each row: where a random number falls in the running sum.

    The number is below the sum, so an action of probability 0 is never drawn.
    """
    running = probs.cumsum(-1)
    return (running <= torch.rand(len(probs), 1) * running[:, -1:]).sum(-1)


def taken(log_probs: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
    """The log-probability of each row's action."""
    return log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
