"""Games as environments of PettingZoo and Gymnasium, and as a batch of arrays."""
