import Benches
import Evidence
public import Ground
import OperatingSystem
public import Reports
import RigKit

/// `trammel screen`: a simulated screen on this machine's network that meets a phone app under test.
public struct ScreenVisit {
    private let instructions: ScreenInstructions
    private let limit: Lapse
    private let keyLog: String?

    /// Creates a visit that ends after `limit`; the TLS secrets are appended to the file `keyLog`, if any.
    public init(_ instructions: ScreenInstructions, for limit: Lapse, keyLog: String?) {
        (self.instructions, self.limit, self.keyLog) = (instructions, limit, keyLog)
    }

    public func run() -> CommandStatus {
        var meeting = ScreenMeeting(instructions)
        Interruption.listen()
        do throws(RigFault) { try play(&meeting) } catch {
            return CommandStatus.passed.worsened(by: CommandError(what: error.what, remedy: error.remedy))
        }
        switch meeting.outcome {
        case .met: return .passed
        case .failed:
            if let lack = meeting.lack { StandardOutput.shared.write("not met: \(lack.words)\n") }
            return .failed
        case .nobody:
            StandardOutput.shared.write("\(meeting.missing.words)\n")
            return .nothingShown
        }
    }

    private func play(_ meeting: inout ScreenMeeting) throws(RigFault) {
        let clock = MonotonicClock()
        let screen = try ScreenPlayer(ScreenModel(defects: instructions.defects), keyLog: keyLog, clock: clock)
        defer { screen.close() }
        try carryOut(meeting.begin, at: clock.now, on: screen)
        let end = clock.now + limit
        while !meeting.isOver, !Interruption.isRequested, clock.now < end {
            for (instant, news) in try screen.play(until: min(end, clock.now + .milliseconds(50))) {
                try carryOut(meeting.hear(news), at: instant, on: screen)
            }
        }
        try screen.endOrderly(clock: clock)
    }

    private func carryOut(
        _ effects: [ScreenMeeting.Effect], at instant: Instant, on screen: ScreenPlayer
    ) throws(RigFault) {
        for effect in effects {
            switch effect {
            case .act(let act): screen.perform(act)
            case .tell(let told):
                if let words = told.words {
                    StandardOutput.shared.write("\(instant)  \(words.escapedForDisplay)\n")
                }
            case .fault(let fault): throw fault
            }
        }
    }
}

extension ScreenPlayer {
    /// Leaves the picker and the connections, and gives the other side time to finish; a second signal ends the
    /// program.
    func endOrderly(clock: MonotonicClock) throws(RigFault) {
        for act in [ScreenAct.leavePicker, .cancel] { perform(act) }
        let last = clock.now + .seconds(2)
        while !isQuiet, clock.now < last { _ = try play(until: last) }
    }
}
