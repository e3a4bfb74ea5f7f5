import Foundation

@testable import TagRouting

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Vectors/routing")

/// Returns the rows of a tab-separated file in Tests/Vectors/routing, without its comment lines.
func vectorRows(_ name: String, columns: Int) throws -> [[String]] {
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    precondition(rows.allSatisfy { $0.count == columns }, "\(name) has a row without \(columns) columns")
    return rows
}

/// Returns an association file of Tests/Vectors/routing.
func vectorFile(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name + ".json")))
}

/// Returns the names of all association files of Tests/Vectors/routing.
func vectorFileNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        .map { String($0.dropLast(".json".count)) }.sorted()
}

let applicationIdentifier = "ABCDE12345.com.example.app"

/// Returns a file that gives one app these components, as JSON.
func file(components: String) -> [UInt8] {
    Array(
        """
        {"applinks": {"details": [{"appIDs": ["\(applicationIdentifier)"], "components": \(components)}]}}
        """.utf8)
}

/// Returns a file with this text for `applinks`.
func file(links: String) -> [UInt8] { Array("{\"applinks\": \(links)}".utf8) }

extension AssociationFile {
    /// Returns the verdict of the matcher that routes links, for one app.
    func decide(_ url: LinkURL, for application: String) -> LinkVerdict {
        var work = MatchingWork()
        return SiteMatcher(self, apps: [(0, application)]).verdict(url, &work)
    }

    /// The maximum number of steps per byte of a URL for a decision and its doubts.
    var matchingSize: Int {
        entries.flatMap(\.components).reduce(32) { $0 + 4 * $1.path.size + $1.query.size + $1.fragment.size }
    }
}

extension SiteMatcher {
    /// Returns the verdict for the first app.
    func verdict(_ url: LinkURL, _ work: inout MatchingWork) -> LinkVerdict {
        let decision = decide(url, for: [0], &work)
        if decision.isUndecided { return .undecided }
        if let winner = decision.winner { return .match(winner.component.place) }
        return decision.excluding.map { .exclude($0.place) } ?? .noMatch
    }
}

extension LinkVerdict {
    /// The entry with the deciding component.
    var entry: Int? {
        switch self {
        case .match(let place), .exclude(let place): place.entry
        case .noMatch, .undecided: nil
        }
    }
}
