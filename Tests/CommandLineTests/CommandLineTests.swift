// The module CommandLineTests begins here.
