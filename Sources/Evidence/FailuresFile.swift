import Glibc
import Ground
public import Journal

/// What did not pass when it was last played from one folder on one rig: a name a line.
///
/// It lies with the user's other state (XDG_STATE_HOME) and is nobody's evidence: where it cannot be written, nothing
/// is remembered.
public struct FailuresFile {
    public let path: String
    private static let mostBytes = 1 << 20

    public init(path: String) { self.path = path }

    /// The file for runs on a rig from the folder in which the program was started; nil where a user has no place.
    public init?(forRig rig: String) {
        guard let state = Self.stateFolder, let here = Files.absolute(".") else { return nil }
        let key = FNV1a("\(here)\n\(rig)".utf8).value
        path = "\(state)/trammel/failed-\(String(key, radix: 16))"
    }

    /// Where a user keeps the state of programs (XDG_STATE_HOME); nil where there is no place for it.
    public static var stateFolder: String? {
        let folder = variable("XDG_STATE_HOME") ?? variable("HOME").map { "\($0)/.local/state" }
        return folder.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder that it is in.
    public var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) }

    /// The names; nil where nothing is remembered.
    public var names: [String]? {
        guard let text = try? Files.text(of: path, atMost: Self.mostBytes) else { return nil }
        return text.split(separator: "\n").map(String.init)
    }

    /// Remembers what these runs came to; what they did not play stays as it was.
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
