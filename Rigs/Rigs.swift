// The module Rigs begins here.
