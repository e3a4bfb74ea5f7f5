// The module ScenarioKitTests begins here.
