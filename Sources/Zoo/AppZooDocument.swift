import Engine
import Ground
import JSON
import Journal
import Simulators

/// The results of the zoo of phone apps as one JSON document for other programs: the same bytes for the same seed.
public struct AppZooDocument {
    private let content: Content

    /// Creates the document from the results of all courses, in the order of their indices.
    public init(_ zoo: AppZoo, _ results: [AppZoo.Result]) { content = Content(zoo, results) }

    /// The document written until there are results: nothing was caught.
    public static func unended(_ zoo: AppZoo) -> AppZooDocument { AppZooDocument(zoo, []) }

    /// Returns the document's bytes, ending with a line feed.
    public func json() -> [UInt8] {
        JSON.document(content)
    }
}

/// The fields of the document.
private struct Content: Encodable {
    struct App: Encodable {
        /// Nil for a healthy one.
        let defect: String?
        let meaning: String?
        /// The code of the failure that names the defect, and the one that it failed by.
        let code: String?
        let failedBy: String?
        let namesDefect: Bool
        let verdict: String

        init(_ result: AppZoo.Result) {
            defect = result.defect?.rawValue
            meaning = result.defect?.meaning
            code = result.defect?.sign.rawValue
            failedBy = result.code?.rawValue
            namesDefect = result.isNamed
            verdict = result.verdict
        }
    }

    let format = 1
    let seed: UInt64
    let apps: [App]
    let escaped: [String]
    let falseAlarms: Int
    let rigBlamed: Int
    let isComplete: Bool

    init(_ zoo: AppZoo, _ results: [AppZoo.Result]) {
        seed = zoo.seed
        apps = results.map(App.init)
        escaped = zoo.escaped(of: results).map(\.rawValue)
        falseAlarms = results.count { $0.defect == nil && $0.code != nil }
        rigBlamed = results.count { if case .rig = $0.outcome { true } else { false } }
        isComplete = zoo.isComplete(results)
    }
}
