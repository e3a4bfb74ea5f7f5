public import Evidence
import Gating
import Ground
import OperatingSystem

/// The commits between two of a git repository as versions, and a working tree of the search's own.
///
/// The history is followed along first parents: what a merge brought is one version. The repository's own working tree
/// is left as it is.
public struct GitVersions: Sendable {
    /// A commit that is searched.
    public struct Commit: Hashable, Sendable {
        /// All digits of its hash.
        public let hash: String
        /// The first line of its message.
        public let subject: String
    }

    /// Why there are no versions.
    public enum Problem: Error {
        /// What was asked for does not exist, as a sentence without its full stop.
        case mistake(String)
        /// Git could not be run.
        case trouble(CommandTrouble)
    }

    /// For all but a checkout.
    private static let limit = Span.seconds(60)
    /// A large tree takes a while.
    private static let checkoutLimit = Span.seconds(600)
    private static let mostOutput = 64 << 20
    /// What a hook of git sets, and what would lead to another repository.
    private static let misleading = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"]

    /// The repository's folder.
    public let folder: String
    /// From the good one to the bad one.
    public let commits: [Commit]

    /// Asks git for the commits between two. Throws where it does not know them, or where the later one does not come
    /// from the earlier one.
    public init(in folder: String, good: String, bad: String) throws(Problem) {
        // Git says the same with 128 of a name that it does not know and of a folder that is no repository.
        guard try Self.answers(["-C", folder, "rev-parse", "--git-dir"]) else {
            let what = folder == "." ? "the current folder" : folder.shown()
            throw .mistake("\(what) is no git repository: name one with --git, or the versions with --list")
        }
        for name in [good, bad] {
            guard try Self.answers(Self.words(for: name, in: folder)) else {
                throw .mistake("the repository has no commit \(name.shown())")
            }
        }
        let commits: [Commit]?
        do throws(CommandTrouble) { commits = try Self.commits(in: folder, good, bad) } catch { throw .trouble(error) }
        guard let commits else {
            throw .mistake("\(bad.shown()) does not come from \(good.shown()) along first parents")
        }
        guard commits.count <= VersionList.mostVersions else {
            throw .mistake("there are more than \(VersionList.mostVersions) versions between both")
        }
        (self.folder, self.commits) = (folder, commits)
    }

    /// From the good one to the bad one; nil where there is no such way.
    private static func commits(
        in folder: String, _ good: String, _ bad: String
    ) throws(CommandTrouble) -> [Commit]? {
        let (first, last) = (try commit(good, in: folder), try commit(bad, in: folder))
        // Fields end with a NUL: no subject can pass for another commit.
        let log = ["-C", folder, "log", "--no-show-signature"]
        let printed = try git(
            log + ["-z", "--first-parent", "--reverse", "--format=%H %P%n%s", "\(first)..\(last)", "--"])
        let rows = printed.split(separator: 0).map { row in
            row.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false).map { part in
                String(decoding: part, as: UTF8.self)
            }
        }
        let hashes = rows.map { $0[0].split(separator: " ").map(String.init) }
        guard let oldest = hashes.first, oldest.dropFirst().first == first else { return nil }
        let subject = try git(log + ["-1", "--format=%s", first, "--"])
        return [Commit(hash: first, subject: line(subject))]
            + zip(hashes, rows).map { Commit(hash: $0.first ?? "", subject: $1.count > 1 ? $1[1] : "") }
    }

    /// Puts a commit's files into the search's own working tree, which is made where it is missing.
    func checkOut(_ hash: String, into tree: String) throws(CommandTrouble) {
        if Files.kind(of: tree) == nil {
            let words = ["-C", folder, "worktree", "add", "--detach", "--force", "--quiet", "--", tree, hash]
            _ = try Self.git(words, limit: Self.checkoutLimit)
        } else {
            _ = try Self.git(
                ["-C", tree, "checkout", "--detach", "--force", "--quiet", hash, "--"], limit: Self.checkoutLimit)
        }
    }

    /// Takes the working tree away. One that stays is no trouble.
    func remove(_ tree: String) {
        guard Files.kind(of: tree) != nil else { return }
        _ = try? Self.git(["-C", folder, "worktree", "remove", "--force", "--", tree], limit: Self.checkoutLimit)
    }

    private static func commit(_ name: String, in folder: String) throws(CommandTrouble) -> String {
        line(try git(words(for: name, in: folder)))
    }

    private static func words(for name: String, in folder: String) -> [String] {
        ["-C", folder, "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    }

    /// Whether git ends with 0; it ends with 1 or 128 where what it is asked for does not exist.
    private static func answers(_ words: [String]) throws(Problem) -> Bool {
        switch run(words, limit: limit).ending {
        case .exited(0): return true
        case .exited(1), .exited(128): return false
        case let other: throw .trouble(trouble(words, other))
        }
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func git(_ words: [String], limit: Span = limit) throws(CommandTrouble) -> [UInt8] {
        let (ending, bytes) = run(words, limit: limit)
        guard ending == .exited(0) else { throw trouble(words, ending) }
        return bytes
    }

    private static func run(_ words: [String], limit: Span) -> (ending: ShellCommand.Ending, bytes: [UInt8]) {
        let command = ShellCommand("exec git \"$@\"", arguments: words, limit: limit)
        let variables = Dictionary(uniqueKeysWithValues: misleading.map { ($0, String?.none) })
        return command.output(with: variables, atMost: mostOutput)
    }

    private static func trouble(_ words: [String], _ ending: ShellCommand.Ending) -> CommandTrouble {
        CommandTrouble(
            what: "'git \(words.joined(separator: " ").shown(200))' \(ending.words)",
            remedy: "See what it wrote to standard error")
    }
}
