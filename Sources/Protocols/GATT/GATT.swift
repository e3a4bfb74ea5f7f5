// The module GATT begins here.
