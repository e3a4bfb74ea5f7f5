import ApplicationServices
import Evidence
public import Ground
import Links
import NetworkDriver
import OperatingSystem
public import Reports
import Synchronization

/// `trammel services meet`: one connection with Apple's Bonjour sample or a compatible peer.
public struct SampleVisit {
    private let way: SampleMeeting.Way
    private let passcode: String
    private let moves: [String]
    private let limit: Lapse

    /// Creates a visit that sends the moves once it is connected, and ends after `limit`.
    public init(_ way: SampleMeeting.Way, passcode: String, moves: [String], for limit: Lapse) {
        (self.way, self.passcode, self.moves, self.limit) = (way, passcode, moves, limit)
    }

    public func run() -> CommandStatus {
        let frames = moves.map { ServiceFrame(type: 2, payload: SampleMeeting.payload($0)) }
        var meeting = SampleMeeting(way, sending: frames)
        Interruption.listen()
        do throws(RigFault) { try play(&meeting) } catch {
            return CommandStatus.passed.worsened(by: CommandError(what: error.what, remedy: error.remedy))
        }
        switch meeting.outcome {
        case .met: return .passed
        case .failed: return .failed
        case .nobody:
            let why = meeting.lack.map { ": \($0.words)" } ?? ""
            StandardOutput.shared.write("no peer was met\(why.escapedForDisplay)\n")
            return .nothingShown
        }
    }

    private func play(_ meeting: inout SampleMeeting) throws(RigFault) {
        let clock = MonotonicClock()
        let waiting = Mutex<[NetworkArrival]>([])
        let host = try NetworkHost(
            secrets: [SampleMeeting.key: .ticTacToe(passcode: passcode)], clock: clock
        ) { arrival in waiting.withLock { $0.append(arrival) } }
        defer { host.close() }
        try carryOut(meeting.begin(), on: host, at: clock.now)
        var end = clock.now + limit
        var isLeaving = false
        while !meeting.isOver {
            let arrivals = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for arrival in arrivals { try carryOut(meeting.hear(arrival.event), on: host, at: arrival.instant) }
            if !isLeaving, Interruption.isRequested || clock.now >= end {
                // Longer than the driver waits for the peer to close.
                (isLeaving, end) = (true, clock.now + .seconds(12))
                guard meeting.isConnected else { break }
                try carryOut(meeting.leave(), on: host, at: clock.now)
            } else if isLeaving, clock.now >= end {
                break
            }
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(2))
        }
        try carryOut(meeting.giveUp(), on: host, at: clock.now)
    }

    private func carryOut(
        _ effects: [SampleMeeting.Effect], on host: NetworkHost, at instant: Instant
    ) throws(RigFault) {
        for effect in effects {
            switch effect {
            case .request(let request): host.send(request)
            case .tell(let told): StandardOutput.shared.write("\(instant)  \(told.words.escapedForDisplay)\n")
            case .fault(let fault): throw fault
            }
        }
    }
}
