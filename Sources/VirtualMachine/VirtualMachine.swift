// The module VirtualMachine begins here.
