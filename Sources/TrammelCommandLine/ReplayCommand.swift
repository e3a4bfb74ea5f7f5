import ArgumentParser
import Evidence
import Ground
import Journal
import OperatingSystem
import Replay
import Reports
import Runs
import ScenarioKit

/// Plays a recorded run again, without its bench or against a live one, and compares the results.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a recorded run again, without its bench or against a live one, and compare.",
        discussion: """
            The recorded arrivals arrive again, and the phone decides again. Every frame that it sends, every journal \
            entry and the verdict are compared with the recorded ones; the first difference is named with its frame \
            and its meaning.

            With --scenario another scenario, or the current version of the recorded one, judges the trace: arrivals \
            come at their recorded instants, whatever the phone sends. If, before the verdict is clear, the phone \
            requests something that it did not request in the recording, or omits what the recording answers, there is \
            no verdict.

            With --as phone --rig NAME the recorded phone's frames go to a real accessory, with their timing, and its \
            answers are compared by meaning: values that every run draws at random, such as addresses and session \
            handles, are matched instead of compared. Then the scenario judges the run, and the result says whether \
            the recorded failure recurred. With --as accessory the rig answers as the recorded accessory did.

              trammel replay results/001-fullFlow-seed1

            Exit status: 0 everything was as recorded, whatever the verdict was; 1 something differed; 3 the trace \
            cannot be read or played; 4 the recording ends before its run does, or a person ended the replay; 64 \
            usage. With --scenario the verdict gives the status, as in '\(Program.command) run', and 4 means no \
            verdict. With --as: 0 the same by meaning, and the same verdict or failure; 1 something differed; 3 the \
            rig was at fault; 4 nothing was played, or there can be no verdict; 75 another command has the bench.
            """)

    @Argument(help: "The trace: a file, or the folder of a run.")
    var trace: String

    @Option(
        help: ArgumentHelp("Judge the trace by this scenario instead of the one in it.", valueName: "name"))
    var scenario: String?

    @Option(
        help: ArgumentHelp(
            "The root of the paths by which that scenario names association files.",
            valueName: "folder"))
    var associations = "Scenarios"

    @Option(help: ArgumentHelp("Stop after the frame with this number.", valueName: "frame"))
    var until: Int?

    @Option(
        help: ArgumentHelp(
            "Play at this multiple of the recorded speed; by default as fast as possible.", valueName: "factor"))
    var speed: Double?

    @Option(name: .long, help: "The number of times to play it; after the first, only differences are shown.")
    var `repeat` = 1

    @OptionGroup(title: "A live rig") var live: LiveReplayArguments

    @Flag(name: .long, help: "Also show frames and the phone's events.")
    var verbose = false

    func validate() throws {
        guard (1...RunPlan.limit).contains(`repeat`) else {
            throw ValidationError("--repeat takes a number from 1 to \(RunPlan.limit), not \(`repeat`).")
        }
        if let until, until < 1 { throw ValidationError("--until takes the number of a frame, 1 or greater.") }
        if let speed, !(speed >= 0.001 && speed <= 1_000_000) {
            throw ValidationError("--speed takes a factor from 0.001 to 1000000, such as 0.5 or 10.")
        }
        _ = try judge()
        if live.part == .accessory, scenario != nil {
            throw ValidationError("--scenario judges a phone: with --as accessory the recorded scenario is played.")
        }
    }

    func run() throws {
        try Catalogue.checkNames()
        let request = try live.request(
            speed: speed, until: until, rounds: `repeat`, isVerbose: verbose, judgedBy: (scenario, associations))
        if let part = live.part, let request { return try play(as: part, request) }
        Interruption.listen()
        let judge = try judge()
        var status = CommandStatus.passed
        var mistake: ValidationError?
        do throws(CommandError) {
            let source = try ReplaySource(trace, tell: Warning.tell(of:))
            if let again = try PlayedAgainTrace(source, judgedBy: judge) {
                mistake = mistakeOfWholeTrace
                if mistake == nil { status = again.play(report, rounds: `repeat`) }
            } else {
                let offline = OfflineReplay(source, until: until, speed: speed, rounds: `repeat`)
                status = try offline.play(judgedBy: judge, report)
            }
        } catch {
            status = status.worsened(by: error)
        }
        if let mistake { throw mistake }
        try status.leave()
    }

    /// The usage error for options that are not available for a trace that is judged as a whole.
    private var mistakeOfWholeTrace: ValidationError? {
        guard let option = until != nil ? "--until" : speed != nil ? "--speed" : nil else { return nil }
        return ValidationError(
            "\(option) is not for this trace: it played a recorded phone, and is judged as a whole.")
    }

    private func play(as part: ReplayPart, _ request: LiveReplayRequest) throws {
        let judge = try judge()
        if request.wantsMachine { throw ExitCode(request.playInMachine(trace, as: part)) }
        let lock = try live.lock(for: request)
        defer { withExtendedLifetime(lock) {} }
        let console = ReplayConsole(
            output: StandardOutput.shared, terminal: StandardOutput.shared.terminal, warn: Warning.tell)
        var status = CommandStatus.nothingShown
        var mistake: ValidationError?
        do throws(CommandError) {
            let source = try ReplaySource(trace, tell: Warning.tell(of:))
            switch part {
            case .phone:
                let phone = try ReplayAsPhone(
                    source: source, judgedBy: judge, options: request.options, console: console)
                status = try phone.play().told
            case .accessory:
                let accessory = ReplayAsAccessory(source: source, options: request.options, console: console)
                mistake = accessory.unknownAccessory.map { name, known in
                    ValidationError("\(UnknownName(kind: "accessory in the trace", name: name, known: known))")
                }
                if mistake == nil { status = try accessory.play().told }
            }
        } catch {
            status = status.worsened(by: error)
        }
        if let mistake { throw mistake }
        try status.leave()
    }

    /// Returns the scenario that judges; an unknown name, or one that matches several, is a usage error.
    private func judge() throws -> Scenario? {
        guard let scenario else { return nil }
        do throws(UnknownName) {
            let found = try Catalogue.scenarios(named: [scenario])
            if let only = found.first, found.count == 1 { return only.readingAssociations(below: associations) }
        } catch {
            throw ValidationError("\(error)")
        }
        throw ValidationError("--scenario takes the name of one scenario.")
    }

    private var report: ConsoleReport {
        ConsoleReport(to: StandardOutput.shared, terminal: StandardOutput.shared.terminal, isVerbose: verbose)
    }
}

extension LiveReplayEnd {
    /// Prints the errors and returns the resulting status.
    fileprivate var told: CommandStatus { troubles.reduce(status) { $0.worsened(by: $1) } }
}
