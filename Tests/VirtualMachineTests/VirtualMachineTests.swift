// The module VirtualMachineTests begins here.
