import Benches
public import Engine
import Evidence
import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
public import Reports
import RigKit
import Vocabulary

/// `trammel screen --check`: a phone app under test, operated by a person, is examined by the rig's screen.
public struct AppCheck {
    private let plan: AppExamPlan
    private let keyLog: String?

    /// Creates an examination; the TLS secrets are appended to the file `keyLog`, if any.
    public init(_ plan: AppExamPlan, keyLog: String?) { (self.plan, self.keyLog) = (plan, keyLog) }

    public func run() -> CommandStatus {
        Interruption.listen()
        let clock = MonotonicClock()
        do throws(RigFault) {
            let screen = try ScreenPlayer(ScreenModel(), keyLog: keyLog, clock: clock)
            defer { screen.close() }
            var course = AppCheckRun(exam: AppExam(plan), person: Keyboard(clock: clock))
            try course.play(on: screen, clock: clock)
            guard let result = course.exam.result else {
                StandardOutput.shared.write("ended by a person or a signal\n")
                return .nothingShown
            }
            for line in result.lines(of: plan) { StandardOutput.shared.write(line + "\n") }
            return result.trouble.map { CommandStatus.passed.worsened(by: $0) } ?? result.status
        } catch {
            return CommandStatus.passed.worsened(by: CommandError(what: error.what, remedy: error.remedy))
        }
    }
}

/// The examination on a real network.
private struct AppCheckRun {
    var exam: AppExam
    var person: Keyboard

    mutating func play(on screen: ScreenPlayer, clock: MonotonicClock) throws(RigFault) {
        follow(exam.begin(at: clock.now), on: screen, at: clock.now)
        while exam.result == nil, !Interruption.isRequested {
            for (instant, news) in try screen.play(until: clock.now + .milliseconds(50)) {
                try hear(news, on: screen, at: instant)
            }
            if let task = try person.answered() {
                follow(exam.done(task, at: clock.now), on: screen, at: clock.now)
            }
            follow(exam.advance(to: clock.now), on: screen, at: clock.now)
        }
        // A network that accepts packets without delivering them makes every app look silent.
        if let result = exam.result, result.status != .passed, let fault = screen.prove() { throw fault }
        try screen.endOrderly(clock: clock)
    }

    private mutating func hear(_ news: ScreenNews, on screen: ScreenPlayer, at now: Instant) throws(RigFault) {
        if let words = ScreenMeeting.Told(news)?.words {
            StandardOutput.shared.write("\(now)  \(words.escapedForDisplay)\n")
        }
        switch news {
        case .found(let name, let record):
            follow(exam.found(name, strings: record.strings, at: now), on: screen, at: now)
        case .lost(let addresses, let end):
            if let fault = end.fault(because: { NetworkWay.obstacle(to: addresses) }) { throw fault }
        case .screen(let effect): follow(exam.hear(effect, at: now), on: screen, at: now)
        case .vanished: break
        }
    }

    private mutating func follow(_ effects: [AppExamEffect], on screen: ScreenPlayer, at now: Instant) {
        for effect in effects {
            switch effect {
            case .act(let act): screen.perform(act)
            case .probe(let probe): screen.perform(probe)
            case .ask(let task): person.ask(task)
            case .shown(let shown): StandardOutput.shared.write("\(now)  shown: \(shown.words)\n")
            }
        }
    }
}

/// The person at the phone, who answers with the return key.
private struct Keyboard {
    let clock: MonotonicClock
    private var asked: AppTask?

    init(clock: MonotonicClock) { self.clock = clock }

    mutating func ask(_ task: AppTask) {
        asked = task
        StandardOutput.shared.write("\n>>> \(task.words) Press return when done.\n")
    }

    /// Returns the task that has just been confirmed. Input from before the request is ignored.
    mutating func answered() throws(RigFault) -> AppTask? {
        let ready = Poller(clock: clock).wait([PollDescriptor(STDIN_FILENO)], until: clock.now)
        guard ready.first?.isEmpty == false else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else {
            throw RigFault(
                "a person has to operate the phone, and standard input is closed",
                remedy: "Run it in a terminal, or let a program answer each request with a line")
        }
        guard bytes.prefix(count).contains(0x0A) else { return nil }
        defer { asked = nil }
        return asked
    }
}
