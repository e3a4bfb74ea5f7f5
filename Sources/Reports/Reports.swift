// The module Reports begins here.
