// The module TagRoutingTests begins here.
