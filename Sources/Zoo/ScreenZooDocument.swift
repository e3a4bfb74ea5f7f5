import Ground
import JSON
import Journal
import ScenarioKit
import Simulators

/// The results of the zoo of screens as one JSON document for other programs: the same bytes for the same seed.
public struct ScreenZooDocument {
    private let content: Content

    /// Creates the document from the results of all runs, in the order of their indices.
    public init(_ zoo: ScreenZoo, _ results: [ScreenZoo.Result]) { content = Content(zoo, results) }

    /// The document written until there are results: nothing was caught.
    public static func unended(_ zoo: ScreenZoo) -> ScreenZooDocument { ScreenZooDocument(zoo, []) }

    /// Returns the document's bytes, ending with a line feed.
    public func json() -> [UInt8] {
        JSON.document(content)
    }
}

/// The fields of the document.
private struct Content: Encodable {
    struct Screen: Encodable {
        /// Nil for a healthy one.
        let defect: String?
        let meaning: String?
        /// The code of the failure that names the defect.
        let code: String?
        /// The scenarios with such a failure.
        let caughtBy: [String]
        let runs: [Run]

        init(_ screen: ScreenDefect?, _ results: [ScreenZoo.Result]) {
            defect = screen?.rawValue
            meaning = screen?.meaning
            code = screen?.sign.rawValue
            caughtBy = results.filter(\.isNamed).map(\.scenario)
            runs = results.map(Run.init)
        }
    }

    struct Run: Encodable {
        let scenario: String
        let verdict: String
        let namesDefect: Bool
        /// The codes of its failures.
        let codes: [String]

        init(_ result: ScreenZoo.Result) {
            scenario = result.scenario
            verdict = result.verdict.rawValue
            namesDefect = result.isNamed
            codes = result.codes.map(\.rawValue)
        }
    }

    let format = 1
    let seed: UInt64
    let scenarios: [String]
    let screens: [Screen]
    let escaped: [String]
    let falseAlarms: Int
    let rigBlamed: Int
    let isComplete: Bool

    init(_ zoo: ScreenZoo, _ results: [ScreenZoo.Result]) {
        seed = zoo.seed
        scenarios = results.isEmpty ? [] : zoo.scenarios.map(\.name)
        screens =
            results.isEmpty
            ? [] : zoo.screens.map { screen in Screen(screen, results.filter { $0.defect == screen }) }
        escaped = zoo.escaped(of: results).map(\.rawValue)
        falseAlarms = results.count { $0.defect == nil && $0.verdict != .passed }
        rigBlamed = results.count { $0.verdict == .error || $0.verdict == .timedOut }
        isComplete = zoo.isComplete(results)
    }
}
