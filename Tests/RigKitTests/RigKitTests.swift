// The module RigKitTests begins here.
