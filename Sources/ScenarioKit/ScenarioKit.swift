// The module ScenarioKit begins here.
