// The module TidyTests begins here.
