// The module Phone begins here.
