import Testing

/// Everything that starts a virtual machine: one at a time, because each has a whole processor to itself.
@Suite(.serialized) enum MachineTests {}
