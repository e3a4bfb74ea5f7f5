// The module USBDriver begins here.
