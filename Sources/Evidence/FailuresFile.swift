import Glibc
import Ground
public import Journal

/// The scenarios that did not pass when they were last played from one folder on one rig, one per line: its name,
/// the first seed with which it failed, and the changes to the rig, separated by tabs.
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

    /// A scenario that did not pass, and the seed and the changes to the rig with which it was played.
    public struct Failed: Hashable {
        public let scenario: String
        public let seed: UInt64
        public let overrides: RigOverrides

        init(_ scenario: String, seed: UInt64, with overrides: RigOverrides) {
            self.scenario = scenario
            self.seed = seed
            self.overrides = overrides
        }

        init?(line: Substring) {
            let fields = line.split(separator: "\t").map(String.init)
            guard let scenario = fields.first else { return nil }
            func values(of option: String) -> [String] {
                fields.dropFirst().filter { $0.hasPrefix("\(option) ") }.map { String($0.dropFirst(option.count + 1)) }
            }
            self.init(
                scenario, seed: values(of: "--seed").first.flatMap { UInt64($0) } ?? 1,
                with: RigOverrides(ports: values(of: "--port"), names: values(of: "--as")))
        }

        /// The line; nil if it could not be read back.
        var line: String? {
            let fields = [scenario, "--seed \(seed)"] + overrides.options
            guard !fields.contains(where: { $0.contains { $0 == "\t" || $0 == "\n" } }) else { return nil }
            return fields.joined(separator: "\t")
        }
    }

    /// The scenarios that did not pass; nil if nothing is remembered.
    public var failed: [Failed]? {
        guard let text = try? Files.text(of: path, atMost: Self.mostBytes) else { return nil }
        return text.split(separator: "\n").compactMap(Failed.init(line:))
    }

    /// Remembers the results of these runs; what failed with another seed or other changes keeps
    /// its state.
    public func remember(_ summaries: [RunSummary], with overrides: RigOverrides) {
        let played = summaries.filter { summary in
            if case .skipped = summary.verdict { false } else { true }
        }
        let now = played.filter { $0.verdict != .passed }.map { Failed($0.scenario, seed: $0.seed, with: overrides) }
        let known = Set(played.map { Failed($0.scenario, seed: $0.seed, with: overrides) })
        let left = (failed ?? []).filter { !known.contains($0) }
        // One seed of a scenario is enough to play it again.
        let all = (left + now).reduce(into: [Failed]()) { all, next in
            if !all.contains(where: { $0.scenario == next.scenario && $0.overrides == next.overrides }) {
                all.append(next)
            }
        }
        guard (try? Files.makeFolder(folder)) != nil else { return }
        let text = all.compactMap(\.line).map { $0 + "\n" }.joined()
        try? UnfinishedFile.write(Array(text.utf8), to: path, .replacing)
    }
}
