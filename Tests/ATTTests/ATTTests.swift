// The module ATTTests begins here.
