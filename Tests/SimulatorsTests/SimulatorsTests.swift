// The module SimulatorsTests begins here.
