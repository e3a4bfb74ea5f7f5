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
    public init(in folder: String, good: String, bad: String) throws(CommandTrouble) {
        self.folder = folder
        let (first, last) = (try Self.commit(good, in: folder), try Self.commit(bad, in: folder))
        // Fields end with a NUL: no subject can pass for another commit.
        let log = ["-C", folder, "log", "--no-show-signature"]
        let printed = try Self.git(
            log + ["-z", "--first-parent", "--reverse", "--format=%H %P%n%s", "\(first)..\(last)", "--"])
        let rows = printed.split(separator: 0).map { row in
            row.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false).map { part in
                String(decoding: part, as: UTF8.self)
            }
        }
        let hashes = rows.map { $0[0].split(separator: " ").map(String.init) }
        guard let oldest = hashes.first, oldest.dropFirst().first == first else {
            throw CommandTrouble(
                what: "\(bad.shown()) does not come from \(good.shown()) along first parents",
                remedy: "Name a good version from which the bad one comes: 'git merge-base' finds one")
        }
        guard hashes.count < VersionList.mostVersions else {
            throw CommandTrouble(
                what: "there are more than \(VersionList.mostVersions) versions between both",
                remedy: "Name nearer ones")
        }
        let subject = try Self.git(log + ["-1", "--format=%s", first, "--"])
        commits =
            [Commit(hash: first, subject: Self.line(subject))]
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
        line(try git(["-C", folder, "rev-parse", "--verify", "--end-of-options", "\(name)^{commit}"]))
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func git(_ words: [String], limit: Span = limit) throws(CommandTrouble) -> [UInt8] {
        let command = ShellCommand("exec git \"$@\"", arguments: words, limit: limit)
        let variables = Dictionary(uniqueKeysWithValues: misleading.map { ($0, String?.none) })
        let (ending, bytes) = command.output(with: variables, atMost: mostOutput)
        guard ending == .exited(0) else {
            throw CommandTrouble(
                what: "'git \(words.joined(separator: " ").shown(200))' \(ending.words)",
                remedy: "See what it wrote to standard error")
        }
        return bytes
    }
}
