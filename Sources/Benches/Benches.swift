// The module Benches begins here.
