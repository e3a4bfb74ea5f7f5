public import JSON

/// A scenario as JSON: kind, version and scenario.
///
/// `{"kind": "trammel scenario", "version": 2, "scenario": {...}}`; every value inside has a name.
public enum ScenarioFile {
    private static let file = JSONFile(of: "scenario", kind: "trammel scenario", version: 2)

    /// Returns the scenario as JSON with sorted keys: the same text for the same scenario.
    public static func text(of scenario: Scenario) -> String { file.text(of: scenario) }

    /// Reads a scenario. Throws an error with the path of the first value that is wrong or unknown in this version.
    public static func scenario(from text: String) throws(JSONFileError) -> Scenario {
        try file.read(from: text) { (scenario: Scenario, _) in scenario }
    }
}
