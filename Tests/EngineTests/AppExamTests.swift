import Ground
import ScenarioKit
import Testing

@testable import ApplicationServices
@testable import Engine

/// The examination's reaction to behaviour that no simulated app shows: each rule by itself, at its place in the
/// course.
@Suite struct AppExamTests {
    private static let token = ServiceToken(rawValue: 7)
    private static let digest = ServiceParameters.standard.digest
    private static let other: ParametersDigest = {
        var parameters = ServiceParameters.standard
        parameters.framer = nil
        return parameters.digest
    }()
    private static let connection = ServiceObject(.screen, .connection, 1)

    /// An examination that has advanced through part of a healthy app's behaviour.
    private struct WalkPath {
        var exam: AppExam
        private var now = Instant.start
        private var transport = 0

        init(showsCertificate: Bool = true) {
            var plan = AppExamPlan(service: "game", device: "Pad")
            plan.showsCertificate = showsCertificate
            exam = AppExam(plan)
            _ = exam.begin(at: now)
        }

        var code: FailureCode? { if case .failed(let failure)? = exam.result { failure.code } else { nil } }

        mutating func hear(_ effects: ScreenEffect...) {
            for effect in effects { _ = exam.hear(effect, at: now) }
        }

        mutating func find(_ strings: String...) {
            _ = exam.found("Pad", strings: strings.map { Array($0.utf8) }, at: now)
        }

        /// The app is listed and invited.
        mutating func invite() {
            let pin = String(repeating: "0", count: AgentRecord.pinLength)
            find("v=1", "plat=iPadOS", "svc=game", "id=\(pin)")
            hear(.offered([CompanionDevice("Pad", AgentRecord(platform: .iPadOS, services: ["game"], pin: pin))]))
            open(.invite("game", .iPadOS, AppExamTests.digest))
        }

        mutating func consent() {
            invite()
            hear(.prompting)
            _ = exam.done(.consent, at: now)
        }

        /// The app listens, and the screen presents its token.
        mutating func connect() {
            consent()
            hear(.picked(ServiceEndpoint(device: "Pad", service: "game", token: AppExamTests.token)))
            open(.connect(AppExamTests.token, AppExamTests.digest))
        }

        /// All moves arrived, and the app goes to the background.
        mutating func leave() {
            connect()
            hear(.hello(AppExamTests.connection))
            say(ServiceFrame(type: 3, payload: Array("0".utf8)))
            play(1...10)
            _ = exam.done(.background, at: now)
            fail(.aborted)
        }

        /// The app resumes and continues after the last move.
        mutating func comeBack(behind last: Int) {
            open(.connect(AppExamTests.token, AppExamTests.digest))
            hear(.parked(AppExamTests.connection))
            wait()
            _ = exam.done(.resume, at: now)
            hear(.hello(AppExamTests.connection))
            say(ServiceFrame(type: 3, payload: Array("\(last)".utf8)))
        }

        mutating func play(_ moves: ClosedRange<Int>) {
            _ = exam.done(.play(moves: 10), at: now)
            for move in moves {
                hear(.frame(AppExamTests.connection, ServiceFrame(type: 1, payload: Array("\(move)".utf8))))
                say(ServiceFrame(type: 2, payload: Array("\(move)".utf8)))
            }
        }

        /// The app goes to the background and resumes twice; the second time it has half a frame.
        mutating func comeBackTwice() {
            leave()
            comeBack(behind: 10)
            play(11...20)
            _ = exam.done(.background, at: now)
            fail(.aborted)
            comeBack(behind: 20)
        }

        /// The first session is over, and the screen connects with other parameters.
        mutating func tryOtherParameters() {
            comeBackTwice()
            play(21...30)
            hear(.close(TransportID(transport), .orderly))
            wait()
            open(.connect(AppExamTests.token, AppExamTests.other))
        }

        /// That was refused, and the screen connects without a certificate.
        mutating func tryWithoutCertificate() {
            tryOtherParameters()
            fail(.refused(reason: ServiceRefusal(differing: [.framer])))
            wait()
        }

        mutating func open(_ message: ControlMessage) {
            transport += 1
            hear(.open(TransportID(transport), device: "Pad"), .send(TransportID(transport), message.encoded))
        }

        mutating func say(_ frame: ServiceFrame) {
            for message in ControlMessage.data(of: frame.encoded) {
                hear(.send(TransportID(transport), message.encoded))
            }
        }

        mutating func fail(_ failure: ConnectionFailure) {
            hear(.transition(ServiceTransition(AppExamTests.connection, .failed(failure), at: now, sequence: 1)))
        }

        /// Nothing happens until the limit.
        mutating func wait() {
            now = exam.deadline ?? now
            _ = exam.advance(to: now)
        }
    }

    @Test func aRecordThatCannotBeReadIsTheApps() {
        var course = WalkPath()
        course.find("v=1", "plat=iPadOS")
        #expect(course.code == "app.record")
        var other = WalkPath()
        _ = other.exam.found("Another", strings: [[1]], at: .start)
        #expect(other.exam.result == nil, "it is another device's")
    }

    @Test func anInvitationMayEndInManyWays() {
        let ways: [(PickerEnd, FailureCode)] = [
            (.failed(.refused(reason: ServiceRefusal(.unknownService))), "app.refuses"),
            (.failed(.security), "app.security"), (.failed(.badMessage), "services.outOfOrder"),
            (.failed(.reset), "app.neverAnswers"), (.failed(.nobodyListens), "app.neverAnswers"),
            (.denied, "app.answersUnasked"), (.noListener, "app.listensLate"),
        ]
        for (end, code) in ways {
            var course = WalkPath()
            course.invite()
            course.hear(.pickerEnded(end))
            #expect(course.code == code, "\(end)")
        }
        var course = WalkPath()
        course.consent()
        course.hear(.pickerEnded(.denied))
        #expect(course.exam.result == .nothing(.denied))
    }

    @Test func withoutACertificateOfItsOwnItIsTheRigs() {
        for isInvited in [true, false] {
            var course = WalkPath(showsCertificate: false)
            if isInvited { course.invite() } else { course.connect() }
            if isInvited { course.hear(.pickerEnded(.failed(.security))) } else { course.fail(.security) }
            #expect(course.exam.result == .rig(.screen(.showedNoCertificate)))
        }
    }

    @Test func aConnectionMayEndInManyWays() {
        let ways: [(ConnectionFailure, FailureCode)] = [
            (.refused(reason: ServiceRefusal(differing: [.framer])), "app.otherParameters"),
            (.refused(reason: ServiceRefusal(.unknownToken)), "app.forgetsToken"), (.security, "app.security"),
            (.refused(reason: ServiceRefusal(.full)), "app.neverReady"), (.reset, "app.neverReady"),
            (.endOfStream, "app.neverReady"),
        ]
        for (failure, code) in ways {
            var course = WalkPath()
            course.connect()
            course.fail(failure)
            #expect(course.code == code, "\(failure)")
        }
        var course = WalkPath()
        course.connect()
        course.fail(.networkDown)
        #expect(course.exam.result == .rig(.screen(.networkDown)))
    }

    @Test func inTheBackgroundSomebodyHoldsTheNextConnection() {
        var refused = WalkPath()
        refused.leave()
        #expect(refused.exam.result == nil)
        refused.open(.connect(Self.token, Self.digest))
        refused.fail(.reset)
        #expect(refused.code == "app.neverParks")
        var silent = WalkPath()
        silent.leave()
        silent.open(.connect(Self.token, Self.digest))
        silent.wait()
        #expect(silent.code == "app.neverParks")
        // A connection that is held must be held until the app resumes.
        var dropped = WalkPath()
        dropped.leave()
        dropped.open(.connect(Self.token, Self.digest))
        dropped.hear(.parked(Self.connection))
        dropped.fail(.endOfStream)
        #expect(dropped.code == "app.neverParks")
        var early = WalkPath()
        early.leave()
        early.open(.connect(Self.token, Self.digest))
        early.hear(.parked(Self.connection), .hello(Self.connection))
        #expect(early.code == "app.readyInBackground")
    }

    @Test func whatTheScreenMustNotDoIsRefused() {
        var course = WalkPath()
        course.tryWithoutCertificate()
        #expect(course.exam.result == nil && course.exam.evidence.last == .refusesOtherParameters)
        course.fail(.security)
        #expect(course.exam.result == nil && course.exam.evidence.last == .refusesWithoutCertificate)
        course.wait()
        course.open(.invite("game", .iPadOS, Self.digest))
        course.hear(.prompting, .pickerEnded(.busy))
        #expect(course.code == "app.staysBusy")
    }

    @Test func whoeverTakesItOrLetsItHangIsNamed() {
        let ways: [@Sendable (inout WalkPath) -> Void] = [
            { $0.hear(.hello(Self.connection)) }, { $0.hear(.parked(Self.connection)) },
            { course in
                course.wait()
                if course.exam.result == nil { course.wait() }
            },
        ]
        for way in ways {
            var other = WalkPath()
            other.tryOtherParameters()
            way(&other)
            #expect(other.code == "app.ignoresParameters")
            var bare = WalkPath()
            bare.tryWithoutCertificate()
            bare.open(.connect(Self.token, Self.digest))
            way(&bare)
            #expect(bare.code == "app.trustsAnybody")
        }
    }

    @Test func halfAFrameThatIsLeftMustNotSpoilTheRest() {
        var silent = WalkPath()
        silent.comeBackTwice()
        _ = silent.exam.done(.play(moves: 10), at: .start)
        silent.wait()
        #expect(silent.code == "app.keepsHalfFrame")
        var ended = WalkPath()
        ended.comeBackTwice()
        ended.fail(.reset)
        #expect(ended.code == "app.keepsHalfFrame")
        // Before the first background no half frame was sent.
        var first = WalkPath()
        first.leave()
        first.comeBack(behind: 10)
        first.fail(.reset)
        #expect(first.code == "app.endsEarly")
    }

    @Test func eachMoveComesOnce() {
        for (move, code) in [(10, "app.doublesMoves"), (1, "app.doublesMoves"), (12, "app.losesMoves")] {
            var course = WalkPath()
            course.leave()
            course.comeBack(behind: 10)
            course.play(move...move)
            #expect(course.code?.rawValue == code, "move \(move)")
        }
    }
}
