// The module Simulators begins here.
