// The module RigKit begins here.
