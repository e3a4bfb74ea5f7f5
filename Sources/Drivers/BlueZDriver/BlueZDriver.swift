// The module BlueZDriver begins here.
