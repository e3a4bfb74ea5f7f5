public import ApplicationServices
public import ArgumentParser
import Engine
import Evidence
import Ground
import Reports
import Runs
import Simulators

/// Plays a simulated screen on this machine's network, for a phone app under test.
struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "Play a screen that looks for companions, for a phone app under test.",
        discussion: """
            Finds the agents of companions through Avahi, opens its picker for a service, chooses a device, connects \
            and plays the game of Scenarios/Companions/README.md; after ECONNABORTED it reconnects. Apple's own picker \
            and transport take no part: the phone's side is a test build that speaks the protocol of that page. \
            Without --pick it lists the offered devices. Ends on Ctrl-C.

            With --check it plays a fixed course with the chosen device, judges its app, and tells a person what to do \
            at the phone: choose, connect, play, background and resume with the same token, continue playing, and \
            choose a second time. The first problem ends the course, with a code that '\(Program.command) explain' \
            knows.

              trammel screen --service Game --pick "Living Room"

            Exit status: with --check 0 passed, 1 the app failed, 3 the rig was at fault or a task was not done, 4 \
            inconclusive, because no such agent was found or its user refused. Otherwise 0 a connection became ready \
            and everything was readable (without --pick: a device was offered; with --defect, which may make a \
            connection fail: the agent answered), 1 the agent was there and that did not follow, 3 the rig was at \
            fault, 4 no such agent was found, 64 usage.
            """)

    @Option(help: "The service to open the picker for, spelt exactly as the phone's app advertises it.")
    var service: String

    @Option(help: ArgumentHelp("Choose the device with this name as soon as it is offered.", valueName: "name"))
    var pick: String?

    @Option(help: "A platform to open the picker for; may be repeated; by default all.")
    var platform: [CompanionPlatform] = []

    @Option(
        help: ArgumentHelp(
            "Send a frame as soon as the connection is ready, given as type,text: 1,hello. May be repeated.",
            valueName: "type,text"))
    var send: [String] = []

    @Option(help: "Send each frame this many times.")
    var times = 1

    @Option(help: ArgumentHelp("The interval between them.", valueName: "milliseconds"))
    var apart: UInt32 = 100

    @Option(
        help: "A defect from '\(Program.command) zoo --screens --list'; may be repeated.",
        completion: Completions.screenDefects)
    var defect: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("End after this many seconds; by default 60.", valueName: "seconds"))
    var limit: UInt32?

    @Flag(help: "Test the chosen device's app with a fixed course, with a person at the phone.")
    var check = false

    @Option(help: "With --check, the moves of one turn; 0 for an app that plays another game; by default 10.")
    var moves: Int?

    @Option(help: "With --check, the number of times the app goes to the background and comes back; by default 2.")
    var rounds: Int?

    @Option(
        help: ArgumentHelp(
            "With --check, the time limit for the phone's own actions; by default 10.",
            valueName: "seconds"))
    var within: Int?

    @Option(help: KeyLogFile.help) var tlsKeyLog: String?

    private static func frame(_ text: String) throws -> ServiceFrame {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let type = UInt32(parts[0]) else {
            throw ValidationError("--send takes a type and a text, such as 1,hello, not \(text.escapedForDisplay).")
        }
        return ServiceFrame(type: type, payload: Array(parts[1].utf8))
    }

    private func instructions() throws -> ScreenInstructions {
        guard !service.isEmpty, service.utf8.count <= ControlMessage.longestService else {
            throw ValidationError("--service takes 1 to \(ControlMessage.longestService) bytes.")
        }
        guard (1...1_000_000).contains(times) else { throw ValidationError("--times takes 1 to 1000000.") }
        guard (1...86_400).contains(limit ?? 60) else { throw ValidationError("--for takes 1 to 86400 seconds.") }
        let known = ScreenDefect.allCases.map(\.rawValue)
        for name in defect where ScreenDefect(rawValue: name) == nil {
            let hint = suggestion(for: name, in: known)
            throw ValidationError("No screen has the defect \(name.escapedForDisplay)\(hint).")
        }
        return ScreenInstructions(
            service: ServiceIdentifier(service), platforms: platform.isEmpty ? CompanionPlatform.allCases : platform,
            device: pick, frames: try send.map { try Self.frame($0) }, times: times,
            apart: .milliseconds(Int(apart)), defects: defect)
    }

    /// Returns the plan of the examination; nil without --check.
    func plan() throws -> AppExamPlan? {
        guard check else {
            guard moves == nil, rounds == nil, within == nil else {
                throw ValidationError("--moves, --rounds and --within need --check.")
            }
            return nil
        }
        guard let pick else { throw ValidationError("--check tests the app of one device: name it with --pick.") }
        guard defect.isEmpty, send.isEmpty, platform.isEmpty, limit == nil else {
            throw ValidationError(
                "--check plays a fixed course with a healthy screen: omit --defect, --send, --platform and --for.")
        }
        var plan = AppExamPlan(service: ServiceIdentifier(service), device: pick)
        (plan.moves, plan.rounds) = (moves ?? plan.moves, rounds ?? plan.rounds)
        plan.limit = within.map { .seconds($0) } ?? plan.limit
        guard (0...1_000).contains(plan.moves) else { throw ValidationError("--moves takes 0 to 1000.") }
        guard (1...1_000).contains(plan.rounds) else { throw ValidationError("--rounds takes 1 to 1000.") }
        guard (1...50).contains(within ?? 10) else { throw ValidationError("--within takes 1 to 50 seconds.") }
        return plan
    }

    func validate() throws {
        _ = try instructions()
        _ = try plan()
        try FileName.check(tlsKeyLog)
    }

    func run() throws {
        if let plan = try plan() { return try AppCheck(plan, keyLog: tlsKeyLog).run().leave() }
        try ScreenVisit(try instructions(), for: .seconds(Int(limit ?? 60)), keyLog: tlsKeyLog).run().leave()
    }
}

extension CompanionPlatform: ExpressibleByArgument {}
