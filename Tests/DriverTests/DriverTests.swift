// The module DriverTests begins here.
