import ApplicationServices
import ArgumentParser
import Evidence
import Ground
import Links
import NetworkDriver
import OperatingSystem
import Reports
import Runs
import Synchronization

/// Meets Apple's Bonjour sample TicTacToe, the only real Apple peer that the rig can meet.
struct ServicesMeetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meet", abstract: "Meet Apple's Bonjour sample TicTacToe, and show the frames that it sends.",
        discussion: """
            Uses TLS 1.2 with the key derived from the game's passcode, and the sample's own frames. Application \
            services take no part: neither Apple's picker nor its transport. Tested against OpenSSL, and never against \
            Apple's app. The passcode is visible in the process list.

            Exit status: 0 the handshake succeeded and every byte belonged to a frame, 1 it did not, and the peer is \
            at fault, 3 the rig was at fault, 4 no peer came, 64 usage.
            """)

    @Option(
        help: ArgumentHelp(
            "Connect to this address, such as 192.0.2.7:4711 or [fe80::1%eth0]:4711.", valueName: "address"))
    var connect: String?

    @Option(help: ArgumentHelp("Connect to the game with this name, found through Avahi.", valueName: "name"))
    var find: String?

    @Option(
        help: ArgumentHelp(
            "Accept one connection at this address; with port 0 the kernel chooses.", valueName: "address"))
    var listen: String?

    @Option(help: "The game's passcode.")
    var passcode: String

    @Option(
        help: ArgumentHelp(
            "Send this move as soon as it is connected, such as X,1,2; may be repeated.", valueName: "move"))
    var move: [String] = []

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
    var limit: UInt32 = 10

    private static func address(_ text: String, _ option: String) throws -> NetworkAddress {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var host = parts.dropLast().joined(separator: ":")
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard let port = parts.last.flatMap({ UInt16($0) }), NetworkAddress(host, port).isNumeric,
            port > 0 || option == "--listen"
        else {
            throw ValidationError(
                "\(option) takes a numeric address and a port, such as 192.0.2.7:4711, not \(text.escapedForDisplay)."
            )
        }
        return NetworkAddress(host, port)
    }

    private func way() throws -> SampleMeeting.Way {
        switch (connect, find, listen) {
        case (let text?, nil, nil): .connect(try Self.address(text, "--connect"))
        case (nil, let name?, nil): .find(name: name)
        case (nil, nil, let text?): .listen(try Self.address(text, "--listen"))
        default: throw ValidationError("Name one of --connect, --find and --listen.")
        }
    }

    func validate() throws {
        _ = try way()
        guard (1...3_600).contains(limit) else { throw ValidationError("--for takes 1 to 3600 seconds.") }
    }

    func run() throws {
        let moves = move.map { ServiceFrame(type: 2, payload: SampleMeeting.payload($0)) }
        var meeting = SampleMeeting(try way(), sending: moves)
        let clock = MonotonicClock()
        Interruption.listen()
        do throws(RigFault) {
            let waiting = Mutex<[NetworkArrival]>([])
            let host = try NetworkHost(
                secrets: [SampleMeeting.key: .ticTacToe(passcode: passcode)], clock: clock
            ) { arrival in waiting.withLock { $0.append(arrival) } }
            defer { host.close() }
            try Self.carryOut(meeting.begin(), on: host, at: clock.now)
            var end = clock.now + .seconds(Int(limit))
            var isLeaving = false
            while !meeting.isOver {
                let arrivals = waiting.withLock { waiting in
                    defer { waiting = [] }
                    return waiting
                }
                for arrival in arrivals {
                    try Self.carryOut(meeting.hear(arrival.event), on: host, at: arrival.instant)
                }
                if !isLeaving, Interruption.isRequested || clock.now >= end {
                    // Longer than the driver waits for the peer to close.
                    (isLeaving, end) = (true, clock.now + .seconds(12))
                    guard meeting.isConnected else { break }
                    try Self.carryOut(meeting.leave(), on: host, at: clock.now)
                } else if isLeaving, clock.now >= end {
                    break
                }
                _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(2))
            }
            try Self.carryOut(meeting.giveUp(), on: host, at: clock.now)
        } catch {
            try CommandStatus.passed.worsened(by: CommandError(what: error.what, remedy: error.remedy)).leave()
        }
        try status(of: meeting).leave()
    }

    private func status(of meeting: SampleMeeting) -> CommandStatus {
        switch meeting.outcome {
        case .met: return .passed
        case .failed: return .failed
        case .nobody:
            let why = meeting.lack.map { ": \($0.words)" } ?? ""
            StandardOutput.shared.write("no peer was met\(why.escapedForDisplay)\n")
            return .nothingShown
        }
    }

    private static func carryOut(
        _ effects: [SampleMeeting.Effect], on host: NetworkHost, at instant: Instant
    ) throws(RigFault) {
        for effect in effects {
            switch effect {
            case .request(let request): host.send(request)
            case .tell(let told): StandardOutput.shared.write("\(instant)  \(words(told).escapedForDisplay)\n")
            case .fault(let fault): throw fault
            }
        }
    }

    private static func words(_ told: SampleMeeting.Told) -> String {
        switch told {
        case .listening(let address): "listens at \(address)"
        case .found(let name): "found \(name)"
        case .ready(let peer): "ready, with \(peer): TLS 1.2, PSK-AES128-GCM-SHA256"
        case .received(let frame): "<- \(words(frame))"
        case .sent(let frame): "-> \(words(frame))"
        case .finding(let finding):
            "\(finding.meaning) [\(finding.code)]" + (finding.offset.map { ", byte \($0) of the stream" } ?? "")
        case .unresolved: "it is announced without an address"
        case .unfinished: "the rest of a frame did not come in time"
        case .notEnded: "the peer did not end its side of the connection: its last data may be missing"
        case .ended(let end): "ended: \(words(end))"
        }
    }

    private static func words(_ frame: ServiceFrame) -> String {
        let kind = [1: "selected character", 2: "move"][frame.type] ?? "type \(frame.type)"
        guard let text = SampleMeeting.text(frame.payload) else {
            return "\(kind), \(counted(frame.payload.count, "byte")) that are not text"
        }
        return "\(kind) \"\(text)\""
    }

    private static func words(_ end: StreamEnd) -> String {
        switch end {
        case .closedHere: "by this side"
        case .ended: "by the peer"
        case .truncated: "the peer's TCP ended without the end of TLS"
        case .reset: "the peer reset the connection"
        case .timedOut: "nobody answered"
        case .refused: "the connection was refused"
        case .unreachable: "no host answers at its address"
        case .untrusted, .noCertificate, .noCommonProtocol: "no TLS connection was established"
        case .alert(20), .alert(51): "the peer could not read the handshake: another passcode?"
        case .alert(let number): "the peer ended TLS with alert \(number)"
        case .handshakeFailed(let reason):
            "no handshake: another passcode, or no TLS 1.2 with a key? (OpenSSL \(reason))"
        case .peerTooSlow: "the peer reads too slowly"
        case .failed(let code): "system error \(code)"
        }
    }
}
