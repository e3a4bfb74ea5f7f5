// The module System begins here.
