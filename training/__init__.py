"""Training of policies that play every seat: masked PPO by stable-baselines3 in self-play.

The environments do not need this package, nor torch. ``scripts/train.py`` is the way in.
"""
