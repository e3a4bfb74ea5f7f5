// The module GATTTests begins here.
