// The module NDEFTests begins here.
