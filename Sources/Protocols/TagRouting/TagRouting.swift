// The module TagRouting begins here.
