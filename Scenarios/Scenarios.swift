// The module Scenarios begins here.
