// The module NDEF begins here.
