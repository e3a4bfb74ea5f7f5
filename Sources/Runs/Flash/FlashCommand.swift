import Benches
public import Evidence
public import Ground
import JSON
import Links
import OperatingSystem
import Reports
public import RigKit

/// Commands of the bench's owner that write a firmware file into the accessory and verify it.
///
/// An exit status of 0 alone proves nothing, because many tools end with it although they failed: what the tool must
/// and must not print decides too (sheet bench.md, section 2.2).
public struct FlashCommand: Hashable, Sendable {
    /// The environment variable that holds the path of the file.
    public static let variable = "TRAMMEL_FIRMWARE"

    /// The command line for the shell.
    public let command: String
    /// A second command, which verifies what was written; nil if the first does.
    public let verify: String?
    /// A command that makes the accessory accept firmware again, tried once; nil if there is none.
    public let recover: String?
    /// Texts each of which a line of the output must contain.
    public let mustPrint: [String]
    /// Texts none of which a line of the output may contain.
    public let mustNotPrint: [String]
    /// The time limit of each command.
    public let limit: Lapse

    public init(
        _ command: String, verify: String? = nil, recover: String? = nil, mustPrint: [String] = [],
        mustNotPrint: [String] = [], limit: Lapse = FirmwareTool.usualLimit
    ) {
        (self.command, self.verify, self.recover) = (command, verify, recover)
        (self.mustPrint, self.mustNotPrint, self.limit) = (mustPrint, mustNotPrint, limit)
    }

    /// The programs that a rig names, as commands for the shell.
    public init(_ tool: FirmwareTool) {
        func command(_ words: [String]) -> String { words.map(Self.shellWord).joined(separator: " ") }
        self.init(
            command(tool.write), verify: tool.verify.map(command), recover: tool.recover.map(command),
            mustPrint: tool.mustPrint, mustNotPrint: tool.mustNotPrint, limit: tool.within)
    }

    /// Returns a word that the shell passes on as it is, with the path of the file in place of `{image}`.
    private static func shellWord(_ word: String) -> String {
        guard word.contains(FirmwareTool.image) else { return word.asShellWord }
        let parts = word.split(separator: FirmwareTool.image, omittingEmptySubsequences: false)
        return parts.map { $0.isEmpty ? "" : String($0).asShellWord }.joined(separator: "\"$\(variable)\"")
    }

    /// All that decides whether a firmware was written, as one text: the command itself if that is all.
    var text: String {
        guard verify != nil || recover != nil || !mustPrint.isEmpty || !mustNotPrint.isEmpty else { return command }
        let parts = [command, verify ?? "", recover ?? ""] + mustPrint.map { "+" + $0 } + mustNotPrint.map { "-" + $0 }
        return String(decoding: JSONValue.list(parts.map { .text($0) }).bytes, as: UTF8.self)
    }

    /// Writes a file and verifies it. After a failure, the command that recovers runs once, and there is a second
    /// attempt. Returns the reason for that, or nil if the first attempt succeeded; throws if the last one failed.
    ///
    /// The commands' output goes to standard error and into the log. `variables` are added to their environment.
    @discardableResult
    public func write(
        _ path: String, with variables: [String: String] = [:], log: FlashLog = FlashLog()
    ) throws(CommandError) -> String? {
        var own = variables.mapValues { Optional($0) }
        own[Self.variable] = .some(path)
        defer { log.save() }
        guard let problem = attempt(own, log) else { return nil }
        guard let recover, !Interruption.isRequested else { throw failure(problem, path) }
        log.begin(recover)
        let ending = ShellCommand(recover, limit: limit).run(with: own) { log.receive($0) }
        guard ending == .exited(0) else {
            throw failure("\(problem); then '\(recover.escapedForDisplay)' \(ending.words)", path)
        }
        guard let second = attempt(own, log) else { return problem }
        throw failure("\(problem); after '\(recover.escapedForDisplay)', \(second)", path)
    }

    /// Waits until the devices that went away while the firmware was written are back; throws if one is not.
    func awaitReturn(in window: FlashWindow) throws(CommandError) {
        do throws(RigFault) { try window.pass() } catch {
            throw CommandError(what: error.what, remedy: error.remedy)
        }
    }

    /// Writes and verifies once; returns the problem, or nil.
    private func attempt(_ variables: [String: String?], _ log: FlashLog) -> String? {
        var output = FlashOutput(mustPrint: mustPrint, mustNotPrint: mustNotPrint)
        for command in [command, verify].compactMap(\.self) {
            log.begin(command)
            output.begin()
            let ending = ShellCommand(command, limit: limit).run(with: variables) { bytes in
                log.receive(bytes)
                output.receive(bytes)
            }
            output.endLine()
            let name = "'\(command.escapedForDisplay)'"
            if ending != .exited(0) { return "\(name) \(ending.words)\(output.quote)" }
            if let line = output.forbidden { return "\(name) printed \"\(FlashOutput.shown(line))\"" }
        }
        guard let missing = output.missing.first else { return nil }
        return "no line with \"\(FlashOutput.shown(missing))\" was printed\(output.quote)"
    }

    private func failure(_ problem: String, _ path: String) -> CommandError {
        CommandError(
            what:
                "it is not certain that the firmware was written, and the accessory may hold half an image: \(problem)",
            remedy: "Try the command by hand, with \(Self.variable)=\(path.escapedForDisplay)")
    }
}
