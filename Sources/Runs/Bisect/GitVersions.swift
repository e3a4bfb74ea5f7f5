public import Evidence
import Ground
import OperatingSystem

/// The commits between two commits of a git repository as versions, with a separate working tree for the search.
///
/// The history follows first parents, so a merge is one version. The repository's own working tree is not touched.
public struct GitVersions: Sendable {
    /// A commit in the search.
    public struct Commit: Hashable, Sendable {
        /// The full hash.
        public let hash: String
        /// The first line of its message.
        public let subject: String
    }

    /// The reason why there are no versions.
    public enum Problem: Error {
        /// The request names something that does not exist; a sentence without a final full stop.
        case mistake(String)
        /// Git could not be run.
        case trouble(CommandError)
    }

    /// The time limit of all commands except a checkout.
    private static let limit = Lapse.seconds(60)
    /// The time limit of a checkout, which takes a while for a large tree.
    private static let checkoutLimit = Lapse.seconds(600)
    private static let mostOutput = 64 << 20
    /// Variables that a git hook sets and that would lead to another repository.
    private static let misleading = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"]

    /// The repository's folder.
    public let folder: String
    /// The commits from the good one to the bad one.
    public let commits: [Commit]

    /// Asks git for the commits between two. Throws if it does not know them, or if the later one does not descend
    /// from the earlier one.
    public init(in folder: String, good: String, bad: String) throws(Problem) {
        // Git exits with 128 both for an unknown name and for a folder that is not a repository.
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
        do throws(CommandError) { commits = try Self.commits(in: folder, good, bad) } catch { throw .trouble(error) }
        guard let commits else {
            throw .mistake("\(bad.shown()) does not come from \(good.shown()) along first parents")
        }
        guard commits.count <= VersionList.mostVersions else {
            throw .mistake("there are more than \(VersionList.mostVersions) versions between both")
        }
        (self.folder, self.commits) = (folder, commits)
    }

    /// Returns the commits from the good one to the bad one; nil if there is no such path.
    private static func commits(
        in folder: String, _ good: String, _ bad: String
    ) throws(CommandError) -> [Commit]? {
        let (first, last) = (try commit(good, in: folder), try commit(bad, in: folder))
        // Fields end with a NUL, so that no subject can pass for another commit.
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

    /// Checks out a commit in the search's working tree, which is created if necessary.
    func checkOut(_ hash: String, into tree: String) throws(CommandError) {
        if Files.kind(of: tree) == nil {
            let words = ["-C", folder, "worktree", "add", "--detach", "--force", "--quiet", "--", tree, hash]
            _ = try Self.git(words, limit: Self.checkoutLimit)
        } else {
            _ = try Self.git(
                ["-C", tree, "checkout", "--detach", "--force", "--quiet", hash, "--"], limit: Self.checkoutLimit)
        }
    }

    /// Removes the working tree; errors are ignored.
    func remove(_ tree: String) {
        guard Files.kind(of: tree) != nil else { return }
        _ = try? Self.git(["-C", folder, "worktree", "remove", "--force", "--", tree], limit: Self.checkoutLimit)
    }

    /// Returns the commit that is checked out in a folder; nil if git does not know one.
    static func commit(checkedOutIn folder: String) -> String? { try? commit("HEAD", in: folder) }

    private static func commit(_ name: String, in folder: String) throws(CommandError) -> String {
        line(try git(words(for: name, in: folder)))
    }

    private static func words(for name: String, in folder: String) -> [String] {
        ["-C", folder, "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    }

    /// Returns whether git exits with 0; it exits with 1 or 128 if the requested object does not exist.
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

    private static func git(_ words: [String], limit: Lapse = limit) throws(CommandError) -> [UInt8] {
        let (ending, bytes) = run(words, limit: limit)
        guard ending == .exited(0) else { throw trouble(words, ending) }
        return bytes
    }

    private static func run(_ words: [String], limit: Lapse) -> (ending: ShellCommand.Ending, bytes: [UInt8]) {
        let command = ShellCommand("exec git \"$@\"", arguments: words, limit: limit)
        let variables = Dictionary(uniqueKeysWithValues: misleading.map { ($0, String?.none) })
        return command.output(with: variables, atMost: mostOutput)
    }

    private static func trouble(_ words: [String], _ ending: ShellCommand.Ending) -> CommandError {
        CommandError(
            what: "'git \(words.joined(separator: " ").shown(200))' \(ending.words)",
            remedy: "See what it wrote to standard error")
    }
}
