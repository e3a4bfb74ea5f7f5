// The module EngineTests begins here.
