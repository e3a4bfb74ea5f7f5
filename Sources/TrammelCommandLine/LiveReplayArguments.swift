import ArgumentParser
import Evidence
import Ground
import Replay
import RigKit
import Runs

/// A value of the replay option `--as`: the part to play, or the name of a rig's device for a name in the trace.
enum ReplayRole: ExpressibleByArgument {
    case part(ReplayPart)
    case name(String)

    init?(argument: String) {
        if let part = ReplayPart(rawValue: argument) {
            self = .part(part)
        } else if argument.contains("=") {
            self = .name(argument)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ReplayPart.allCases.map(\.rawValue) + ["name=own"] }
}

/// The options of `trammel replay` that play a trace against a live bench.
struct LiveReplayArguments: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Play this recorded part, 'phone' or 'accessory', against a live rig; needs --rig. Also, door=front uses \
            the rig's front for the trace's door, and may be repeated.
            """, valueName: "part"))
    var roles: [ReplayRole] = []

    @Option(
        name: .long,
        help: "The rig to play against, as '\(Program.command) list' shows it, or a JSON file; needs --as.")
    var rig: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use another port for a role in this run: door=le:name=Door. May be repeated.", valueName: "role=spec"))
    var port: [String] = []

    @Option(
        name: .long,
        help: "The seed of the random numbers in a run, except on an adapter; the recorded seed by default.")
    var seed: UInt64?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How much longer than recorded an answer may take, in seconds (2).", valueName: "seconds"))
    var patience: Double?

    @Option(
        name: .long,
        help: "A folder for the traces, journals and verdicts of live runs; not for an adapter.")
    var output: String?

    @OptionGroup var locking: LockOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @Option(name: .long, help: "Which accessory to play if the trace has several, with --as accessory.")
    var accessory: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The adapter that plays it instead of the rig's, with --as accessory.", valueName: "hciN"))
    var adapter: String?

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring up a virtual rig on this machine itself, which needs root and the kernel's modules.")
    var noVM = false

    /// The part to play; nil for a replay without a bench.
    var part: ReplayPart? {
        for case .part(let part) in roles { return part }
        return nil
    }

    private var overrides: RigOverrides {
        RigOverrides(ports: port, names: roles.compactMap { if case .name(let name) = $0 { name } else { nil } })
    }

    /// The default for the extra time that an answer may take beyond the recorded one, in seconds.
    private static let usualPatience = 2.0

    func validate() throws {
        guard roles.count - overrides.names.count < 2 else {
            throw ValidationError("--as names one part, either 'phone' or 'accessory'.")
        }
        switch (part, rig) {
        case (nil, nil):
            let others: [(String, Bool)] = [
                ("--port", !port.isEmpty), ("--as", !roles.isEmpty),
                ("--seed", seed != nil), ("--patience", patience != nil),
                ("--output", output != nil), ("--accessory", accessory != nil), ("--adapter", adapter != nil),
                ("--no-vm", noVM), ("--trace-limit", trace.traceLimit != nil), ("--wait", locking.wait != nil),
            ]
            for (option, isGiven) in others where isGiven {
                throw ValidationError("\(option) is for a live rig: name it with --rig, and the part with --as.")
            }
        case (.some, nil): throw ValidationError("--as needs --rig, the bench on which the part is played.")
        case (nil, .some):
            throw ValidationError("--rig needs --as, the part to play there: 'phone' or 'accessory'.")
        case (let part?, .some):
            if part == .phone, let option = accessory != nil ? "--accessory" : adapter != nil ? "--adapter" : nil {
                throw ValidationError("\(option) is for --as accessory.")
            }
            if let patience, !(patience >= 0 && patience <= 3_600) {
                throw ValidationError("--patience takes 0 to 3600 seconds, such as 2 or 0.5.")
            }
            if let output, EvidenceFolder.isLeft(in: output) {
                throw ValidationError(
                    "\(output) holds the results of an earlier run; name another folder or remove those results.")
            }
            try validate(part, on: try BenchOptions.rig(named: rig ?? "", with: overrides).sound())
        }
    }

    private func validate(_ part: ReplayPart, on rig: Rig) throws {
        if part == .accessory, rig.kind == .hardware || adapter != nil,
            let option = output != nil ? "--output" : seed != nil ? "--seed" : nil
        {
            throw ValidationError(
                "\(option) is for runs of this program: on an adapter another phone takes part, and nothing is judged.")
        }
        if output == nil, trace.traceLimit != nil {
            throw ValidationError("--trace-limit needs --output: without a folder no trace is kept.")
        }
    }

    /// Locks the devices that a live replay uses; one that is busy ends the command.
    func lock(for request: LiveReplayRequest) throws -> BenchLock {
        guard part == .accessory else { return try locking.lock(request.options.rig) }
        // An accessory needs nothing but an adapter; the rest of the rig is the phone's.
        let port = adapter.map { try? BluetoothPort($0) } ?? request.options.rig.bluetooth
        guard case .adapter(let number)? = port else { return try locking.lock([]) }
        return try locking.lock([.adapter(number)])
    }

    /// Returns the request for a live replay; nil for a replay without a bench.
    func request(
        speed: Double?, until: Int?, rounds: Int, isVerbose: Bool, judgedBy scenario: (name: String?, folder: String)
    ) throws -> LiveReplayRequest? {
        guard let rig, part != nil else { return nil }
        let options = LiveReplayOptions(
            rig: try BenchOptions.rig(named: rig, with: overrides).sound(), overrides: overrides,
            seed: seed, speed: speed ?? 1, until: until, rounds: rounds, output: output, trace: trace.keeping,
            patience: .seconds(patience ?? Self.usualPatience), isVerbose: isVerbose,
            accessory: accessory, adapter: adapter)
        return LiveReplayRequest(
            options: options, isOnThisMachine: noVM, scenario: scenario.name, associations: scenario.folder)
    }
}
