// The module Engine begins here.
