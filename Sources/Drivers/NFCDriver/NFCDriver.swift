// The module NFCDriver begins here.
