import ApplicationServices
import Benches
import Ground
import Links
import NetworkDriver
import Testing

@testable import Runs

/// The outcome of a meeting between a simulated screen and a phone app, and the responsibility for one that fails.
@Suite struct ScreenMeetingTests {
    private static let address = NetworkAddress("192.0.2.7", 4_711)
    private static let cableOut = RigFault("the cable is out", remedy: "Plug it in")
    private static let pin = String(repeating: "ab", count: 16)
    private static let object = ServiceObject(.screen, .connection, 1)

    private static func meeting(
        pick: String? = "Pad", isDefective: Bool = false, obstacle: RigFault? = nil
    ) -> ScreenMeeting {
        let instructions = ScreenInstructions(
            service: "game", platforms: [.iPadOS], device: pick, frames: [ServiceFrame(type: 9, payload: [1])],
            defects: isDefective ? ["silent"] : [])
        return ScreenMeeting(instructions) { _ in obstacle }
    }

    private static func record(_ platform: String = "iPadOS", _ services: String = "game") -> TXTRecord {
        TXTRecord(["v=1", "plat=\(platform)", "svc=\(services)", "id=\(pin)"].map { Array($0.utf8) })
    }

    private static let device = CompanionDevice(
        "Pad", AgentRecord(platform: .iPadOS, services: ["game"], pin: pin))
    private static func failed(_ failure: ConnectionFailure) -> ScreenNews {
        .screen(.transition(ServiceTransition(object, .failed(failure), at: .start, sequence: 1)))
    }

    /// Returns a meeting that has found the device to choose.
    private static func found(isDefective: Bool = false, obstacle: RigFault? = nil) -> ScreenMeeting {
        var meeting = meeting(isDefective: isDefective, obstacle: obstacle)
        _ = meeting.hear(.found("Pad", record()))
        _ = meeting.hear(.screen(.offered([device])))
        return meeting
    }

    @Test func opensThePickerAndChooses() {
        #expect(
            Self.meeting().begin == [
                .act(.openPicker(service: "game", platforms: [.iPadOS])), .act(.pick(name: "Pad")),
            ])
        #expect(Self.meeting(pick: nil).begin.count == 1)
    }

    @Test func aConnectionThatGotReadyIsMet() {
        var meeting = Self.found()
        #expect(meeting.outcome == .failed)
        let first = meeting.hear(.screen(.hello(Self.object)))
        #expect(first.contains(.act(.send(type: 9, payload: [1], times: 1, apart: .zero))))
        #expect(meeting.outcome == .met)
        // The frames are sent once, and an app that leaves is not a failure.
        #expect(meeting.hear(.screen(.hello(Self.object))).count == 1)
        _ = meeting.hear(Self.failed(.aborted))
        _ = meeting.hear(Self.failed(.endOfStream))
        #expect(meeting.outcome == .met)
    }

    @Test func aNameThatWasNeverAnnouncedIsToldWithItsTypeAndWithWhatWasFound() {
        var meeting = Self.meeting()
        let missing = "no service named \"Pad\" of type _trammel-agent._tcp was found; "
        #expect(meeting.missing.words == missing + "no other of that type was found")
        for name in ["Phone", "TV", "Phone", "Watch"] { _ = meeting.hear(.found(name, Self.record())) }
        _ = meeting.hear(.vanished("TV"))
        #expect(meeting.outcome == .nobody)
        #expect(meeting.missing.words == missing + "found were \"Phone\", \"Watch\"")
        #expect(Self.meeting(pick: nil).missing.words == "no service of type _trammel-agent._tcp was found")
    }

    @Test func whoeverElseIsThereIsNobody() {
        var meeting = Self.meeting()
        _ = meeting.hear(.found("Another", Self.record()))
        #expect(meeting.outcome == .nobody)
        _ = meeting.hear(.found("Pad", Self.record()))
        #expect(meeting.outcome == .failed)
    }

    @Test func withoutAChoiceItIsAboutTheOffer() {
        var meeting = Self.meeting(pick: nil)
        _ = meeting.hear(.found("Pad", Self.record("iPadOS", "chess")))
        #expect(meeting.outcome == .failed)
        _ = meeting.hear(.screen(.offered([Self.device])))
        #expect(meeting.outcome == .met)
    }

    /// Before the first device was found an empty list says nothing; the network may not even have been queried.
    @Test func thatNobodyIsOfferedIsToldOfAListThatHadSomebody() {
        var meeting = Self.meeting()
        #expect(meeting.hear(.screen(.offered([]))) == [])
        #expect(meeting.hear(.screen(.offered([Self.device]))) == [.tell(.screen(.offered([Self.device])))])
        #expect(meeting.hear(.screen(.offered([]))) == [.tell(.screen(.offered([])))])
    }

    @Test(arguments: [
        ("iOS", "game", ScreenMeeting.Unfit.platform(.iOS)), ("iPadOS", "chess", .service),
        ("iPadOS", "Game ", .nearMiss("Game ")),
    ])
    func saysWhyADeviceIsNotOffered(_ platform: String, _ service: String, _ why: ScreenMeeting.Unfit) {
        var meeting = Self.meeting()
        let effects = meeting.hear(.found("Pad", Self.record(platform, service)))
        #expect(effects.last == .tell(.unfit("Pad", why)))
        #expect(meeting.outcome == .failed && meeting.lack == .notOffered)
    }

    @Test func aRecordThatCannotBeReadIsThePhones() {
        var meeting = Self.meeting()
        let effects = meeting.hear(.found("Pad", TXTRecord([Array("v=1".utf8), Array("plat=tvOS".utf8)])))
        guard case .tell(.unreadable("Pad", _))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        _ = meeting.hear(.screen(.hello(Self.object)))
        #expect(meeting.outcome == .failed)
    }

    @Test(arguments: [ConnectionFailure.badMessage, .security, .refused(reason: ServiceRefusal(.unknownToken))])
    func whatItShouldNotSendIsAFailureAlsoBehindAConnection(_ failure: ConnectionFailure) {
        var meeting = Self.found()
        _ = meeting.hear(.screen(.hello(Self.object)))
        _ = meeting.hear(Self.failed(failure))
        #expect(meeting.outcome == .failed && meeting.lack == .unreadable)
    }

    @Test func aFindingIsAFailureAndANoteIsNone() {
        var meeting = Self.found()
        _ = meeting.hear(.screen(.hello(Self.object)))
        _ = meeting.hear(.screen(.finding(Finding("services.halfFrame", .note, "half a frame"))))
        #expect(meeting.outcome == .met)
        _ = meeting.hear(.screen(.finding(Finding("services.outOfOrder", .fault, "granted came twice"))))
        #expect(meeting.outcome == .failed)
    }

    /// A failure caused by the screen's own defect is not the phone's; silence is.
    @Test func withADefectAnAnswerIsEnough() {
        var meeting = Self.found(isDefective: true)
        #expect(meeting.outcome == .failed)
        _ = meeting.hear(Self.failed(.refused(reason: ServiceRefusal(.unknownToken))))
        #expect(meeting.outcome == .failed)
        _ = meeting.hear(.screen(.pickerEnded(.busy)))
        #expect(meeting.outcome == .met && !meeting.isOver)
    }

    @Test(arguments: [PickerEnd.denied, .notInstalled, .noListener, .busy, .timedOut])
    func withoutAConnectionItIsNotMet(_ end: PickerEnd) {
        var meeting = Self.found()
        #expect(meeting.lack == .notAnswered)
        _ = meeting.hear(.screen(.pickerEnded(end)))
        #expect(meeting.isOver && meeting.outcome == .failed)
        #expect(meeting.lack == (end == .timedOut ? .notAnswered : .notReady))
    }

    @Test(arguments: [StreamEnd.timedOut, .unreachable, .failed(code: 12)])
    func withTheCableOutItIsTheRigs(_ end: StreamEnd) {
        var meeting = Self.found(obstacle: Self.cableOut)
        #expect(meeting.hear(.lost([Self.address], end)) == [.fault(Self.cableOut)])
        #expect(meeting.isOver)
    }

    @Test func anErrorOfThisSystemIsTheRigs() {
        var meeting = Self.found()
        guard case .fault? = meeting.hear(.lost([Self.address], .failed(code: 24))).first else {
            Issue.record("no fault")
            return
        }
    }

    @Test(arguments: [StreamEnd.timedOut, .unreachable, .refused, .reset, .alert(42)])
    func otherwiseItIsThePhones(_ end: StreamEnd) {
        var meeting = Self.found()
        #expect(meeting.hear(.lost([Self.address], end)) == [.tell(.lost(end))])
        #expect(meeting.outcome == .failed)
    }
}
