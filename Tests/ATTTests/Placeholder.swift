// Tests of the module follow.
