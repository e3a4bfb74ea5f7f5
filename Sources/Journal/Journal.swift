// The module Journal begins here.
