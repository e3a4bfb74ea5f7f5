// The module ScenarioTests begins here.
