import Glibc
import Ground
public import Journal

/// The scenarios that did not pass when they were last played from one folder on one rig, one name per line.
///
/// The file is part of the user's state (XDG_STATE_HOME) and not evidence: if it cannot be written, nothing is
/// remembered.
public struct FailuresFile {
    public let path: String
    private static let mostBytes = 1 << 20

    public init(path: String) { self.path = path }

    /// Creates the file for runs on a rig from the current folder; nil if the user has no place for state.
    public init?(forRig rig: String) {
        guard let state = Self.stateFolder, let here = Files.absolute(".") else { return nil }
        let key = FNV1a("\(here)\n\(rig)".utf8).value
        path = "\(state)/trammel/failed-\(String(key, radix: 16))"
    }

    /// The folder for the user's state (XDG_STATE_HOME); nil if there is none.
    public static var stateFolder: String? {
        let folder = variable("XDG_STATE_HOME") ?? variable("HOME").map { "\($0)/.local/state" }
        return folder.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder that contains the file.
    public var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) }

    /// The names; nil if nothing is remembered.
    public var names: [String]? {
        guard let text = try? Files.text(of: path, atMost: Self.mostBytes) else { return nil }
        return text.split(separator: "\n").map(String.init)
    }

    /// Remembers the results of these runs; scenarios that were not played keep their state.
    public func remember(_ summaries: [RunSummary]) {
        let played = summaries.filter { summary in
            if case .skipped = summary.verdict { false } else { true }
        }
        let failed = played.filter { $0.verdict != .passed }.map(\.scenario)
        let passed = Set(played.map(\.scenario)).subtracting(failed)
        let left = (names ?? []).filter { !passed.contains($0) }
        let all = (left + failed).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard (try? Files.makeFolder(folder)) != nil else { return }
        try? UnfinishedFile.write(Array(all.map { $0 + "\n" }.joined().utf8), to: path, .replacing)
    }
}
