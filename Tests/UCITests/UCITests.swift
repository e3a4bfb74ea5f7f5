// The module UCITests begins here.
