import Ground
import Links
import OperatingSystem
import RigKit

/// The bench owner's program that changes the distance between phone and accessory: `PATH place NAME TO` at any speed,
/// and `PATH move NAME FROM TO SPEED` evenly, in metres and metres per second.
///
/// The distances of all other accessories stay the same, also that of the bench's reference.
///
/// The last line of its standard output is the position if the program can read it back: `at 1.498 +-0.020`, with
/// the largest error of the reading, or `unknown`.
struct MotionProgram: Sendable {
    enum Answer: Hashable, Sendable {
        case at(Distance, within: Distance)
        /// The device cannot read it back.
        case unknown

        /// Reads an answer, with at most three decimals; nil if the line is none.
        init?(_ line: String) {
            if line == "unknown" {
                self = .unknown
                return
            }
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == "at", words[2].hasPrefix("+-"),
                let place = Distance(decimal: words[1]), let error = Distance(decimal: words[2].dropFirst(2))
            else { return nil }
            self = .at(place, within: error)
        }
    }

    let path: String
    var limit = Lapse.seconds(60)
    var grace = Lapse.seconds(3)

    /// Places an accessory, and returns the position that was read back.
    func place(
        _ name: AccessoryName, at target: Distance, stop: Waker? = nil, clock: MonotonicClock
    ) throws(RigFault) -> Answer {
        try perform(["place", name.rawValue, target.inMetres], to: target, in: .zero, stop, clock)
    }

    /// Moves an accessory, and returns the position that was read back.
    func move(
        _ name: AccessoryName, from: Distance, to target: Distance, at speed: Speed, stop: Waker? = nil,
        clock: MonotonicClock
    ) throws(RigFault) -> Answer {
        let pace = decimal(Double(speed.millimetresPerSecond) / 1000, places: 3)
        let words = ["move", name.rawValue, from.inMetres, target.inMetres, pace]
        return try perform(words, to: target, in: speed.time(for: target - from) ?? .zero, stop, clock)
    }

    private func perform(
        _ words: [String], to target: Distance, in span: Lapse, _ stop: Waker?, _ clock: MonotonicClock
    ) throws(RigFault) -> Answer {
        let program = BenchProgram(path: path, task: "moves the phone", limit: limit + span, grace: grace)
        let output = try program.call(words, stop: stop, clock: clock)
        let form = "at 1.498 +-0.020, in metres, or unknown"
        guard let answer = try program.answer(in: output, to: words, form: form, read: Answer.init) else {
            throw program.fault("ended with status 0 and printed no position: its last line must be \(form)", words)
        }
        guard case .at(let place, let error) = answer else { return answer }
        guard error <= MotionPort.largestError else {
            throw program.fault("answered with an error of \(error), which says nothing about the position", words)
        }
        guard (place - target).magnitude <= StageReading.positionTolerance + error else {
            throw program.fault("ended with status 0, but stopped at \(place) instead of \(target)", words)
        }
        return answer
    }
}

/// The program that moves the phone of this bench, one act at a time.
final class PhoneMover: Sendable {
    private let program: MotionProgram
    private let queue: ProgramQueue
    private let mailbox: Mailbox
    private let clock: MonotonicClock

    init(_ program: MotionProgram, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        self.program = program
        self.mailbox = mailbox
        self.clock = clock
        queue = try ProgramQueue("motion")
    }

    /// Begins an act, after those that were begun earlier. Returns false if it is no act of this program.
    func perform(_ request: StageRequest) -> Bool {
        let reason: String?
        switch request {
        case .place(let name, let target):
            reason = begin(name, .placed(name)) { [program, queue, clock] () throws(RigFault) in
                try program.place(name, at: target, stop: queue.stop, clock: clock)
            }
        case .move(let name, let from, let target, let speed):
            reason = begin(name, .arrived(name)) { [program, queue, clock] () throws(RigFault) in
                try program.move(name, from: from, to: target, at: speed, stop: queue.stop, clock: clock)
            }
        case .face, .turn, .present, .remove, .tearAway, .swap, .readerTrouble, .dropLink, .power, .silenceUWB, .peer,
            .screen, .network:
            return false
        }
        if let reason {
            let fault = RigFault(
                "\(program.path.escapedForDisplay), which moves the phone, \(reason)", remedy: "Close other programs")
            mailbox.post(.fault(.stage, fault), by: clock)
        }
        return true
    }

    /// Ends a program that is running.
    func close() { queue.close() }

    private func begin(
        _ name: AccessoryName, _ event: StageEvent,
        _ act: @escaping @Sendable () throws(RigFault) -> MotionProgram.Answer
    ) -> String? {
        queue.add { [mailbox, clock] in
            do throws(RigFault) {
                if case .at(let place, let error) = try act() {
                    mailbox.post(.stage(.readBack(.position(name, place, within: error))), by: clock)
                }
                mailbox.post(.stage(event), by: clock)
                return true
            } catch {
                mailbox.post(.fault(.stage, error), by: clock)
                return false
            }
        }
    }
}
