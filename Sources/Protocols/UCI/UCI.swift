// The module UCI begins here.
