// The module ATT begins here.
