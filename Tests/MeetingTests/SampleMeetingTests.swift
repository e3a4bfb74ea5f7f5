import ApplicationServices
import Links
import NetworkDriver
import Testing

@testable import Runs

/// The responsibility for a meeting with the sample that fails, without a network.
@Suite struct SampleMeetingTests {
    private static let peer = NetworkAddress("192.0.2.7", 4_711)
    private static let cableOut = RigFault("the cable is out", remedy: "Plug it in")
    private static let connection = NetworkConnection.opened(1)

    private static func connecting(obstacle: RigFault? = nil) -> SampleMeeting {
        var meeting = SampleMeeting(.connect(peer), sending: []) { _ in obstacle }
        _ = meeting.begin()
        return meeting
    }

    private static func met(obstacle: RigFault? = nil) -> SampleMeeting {
        var meeting = connecting(obstacle: obstacle)
        _ = meeting.hear(.opened(connection, peer: peer))
        return meeting
    }

    @Test func whoLeavesBeforeAnybodyWasThereSaysNothingOfThePeer() {
        var meeting = Self.connecting()
        #expect(meeting.leave() == [.request(.close(Self.connection))])
        _ = meeting.hear(.closed(Self.connection, .closedHere))
        #expect(meeting.isOver && meeting.outcome == .nobody)
    }

    @Test(arguments: [StreamEnd.timedOut, .unreachable, .closedHere, .failed(code: 12)])
    func withTheCableOutItIsTheRigs(_ end: StreamEnd) {
        var meeting = Self.connecting(obstacle: Self.cableOut)
        #expect(meeting.hear(.closed(Self.connection, end)) == [.fault(Self.cableOut)])
    }

    @Test func aCableThatIsPulledLaterIsTheRigsToo() {
        var meeting = Self.met(obstacle: Self.cableOut)
        #expect(meeting.hear(.closed(Self.connection, .timedOut)) == [.fault(Self.cableOut)])
    }

    @Test func anErrorOfThisSystemIsTheRigs() {
        var meeting = Self.connecting()
        let effects = meeting.hear(.closed(Self.connection, .failed(code: 24)))
        #expect(effects.contains { if case .fault = $0 { true } else { false } })
    }

    @Test(arguments: [
        StreamEnd.refused, .reset, .timedOut, .alert(20), .handshakeFailed(reason: 0), .truncated, .ended,
    ])
    func otherwiseItIsThePeers(_ end: StreamEnd) {
        var meeting = Self.connecting()
        #expect(meeting.hear(.closed(Self.connection, end)) == [.tell(.ended(end))])
        #expect(meeting.outcome == .failed)
    }

    @Test func aPeerThatDoesNotEndIsNoPass() {
        var meeting = Self.met()
        _ = meeting.leave()
        #expect(meeting.giveUp() == [.tell(.notEnded)])
        #expect(meeting.outcome == .failed)
    }

    /// Three bytes of a header, before or after this side closed.
    @Test(arguments: [(false, SampleMeeting.Outcome.failed), (true, .met)])
    func halfAFrameIsWhoseEndItIs(_ hasLeft: Bool, _ outcome: SampleMeeting.Outcome) {
        var meeting = Self.met()
        if hasLeft { #expect(meeting.leave() == [.request(.close(Self.connection))]) }
        _ = meeting.hear(.bytes(Self.connection, [2, 0, 0]))
        let effects = meeting.hear(.closed(Self.connection, hasLeft ? .closedHere : .ended))
        #expect(effects.count == 2 && meeting.outcome == outcome)
    }

    /// The time is over within a frame: its rest is awaited, and without it the peer was not met.
    @Test func aFrameThatHasBegunIsWaitedFor() {
        let frame = ServiceFrame(type: 2, payload: [1, 2])
        var meeting = Self.met()
        _ = meeting.hear(.bytes(Self.connection, Array(frame.encoded.prefix(9))))
        #expect(meeting.leave() == [])
        var whole = meeting
        let effects = whole.hear(.bytes(Self.connection, Array(frame.encoded.dropFirst(9))))
        #expect(effects.suffix(2) == [.tell(.received(frame)), .request(.close(Self.connection))])
        _ = whole.hear(.closed(Self.connection, .closedHere))
        #expect(whole.outcome == .met)
        #expect(meeting.giveUp().last == .tell(.unfinished) && meeting.outcome == .failed)
    }

    @Test func aNameThatNobodyAnnouncesIsToldWithThoseThatWereFound() {
        var meeting = SampleMeeting(.find(name: "Game"), sending: []) { _ in nil }
        _ = meeting.begin()
        #expect(meeting.lack == MissingService("_tictactoe._tcp", name: "Game"))
        let other = ServiceInstance(name: "Another", type: SampleMeeting.type, interface: 2, family: .v4)
        _ = meeting.hear(.found(1, other))
        #expect(
            meeting.lack?.words
                == "no service named \"Game\" of type _tictactoe._tcp was found; found were \"Another\"")
        _ = meeting.hear(.found(1, ServiceInstance(name: "Game", type: other.type, interface: 2, family: .v4)))
        #expect(meeting.lack == nil)
    }

    @Test func aGameThatNobodyLocatesIsTold() {
        var meeting = SampleMeeting(.find(name: "Game"), sending: []) { _ in nil }
        #expect(meeting.begin() == [.request(.search(1, type: SampleMeeting.type))])
        let instance = ServiceInstance(name: "Game", type: SampleMeeting.type, interface: 2, family: .v4)
        #expect(meeting.hear(.found(1, instance)) == [.tell(.found("Game")), .request(.resolve(1, instance))])
        #expect(meeting.hear(.found(1, instance)) == [.tell(.found("Game")), .request(.resolve(2, instance))])
        #expect(meeting.hear(.unresolved(1)) == [.tell(.unresolved)])
        #expect(meeting.outcome == .nobody && !meeting.isOver)
        let other = ServiceInstance(name: "Another", type: SampleMeeting.type, interface: 2, family: .v4)
        #expect(meeting.hear(.found(1, other)) == [])
    }

    @Test(arguments: ["X,1,2", "", "\u{1F435}", "ä"])
    func textsComeBack(_ text: String) {
        #expect(SampleMeeting.text(SampleMeeting.payload(text)) == text)
        #expect(SampleMeeting.text(Array(text.utf8)) == text)
    }

    @Test func anOddLengthBehindAMarkIsNoText() {
        #expect(SampleMeeting.text([0xFF, 0xFE, 0x58]) == nil && SampleMeeting.text([0xC3]) == nil)
        #expect(SampleMeeting.text([0xFE, 0xFF, 0x00, 0x58]) == "X")
    }
}
