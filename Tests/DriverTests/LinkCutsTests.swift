import Ground
import Links
import Testing

@testable import Benches

/// Links that the bench cuts: unblocked as soon as the link is lost, and the rig's fault if it never is.
@Suite("Cut links")
struct LinkCutsTests {
    private func at(_ seconds: Int, _ inbound: Inbound) -> Arrival { Arrival(inbound, at: .start + .seconds(seconds)) }

    private static let up = Inbound.bluetooth("door", .connected(BluetoothAddress(value: 0x1122_3344_5566)))
    private static let down = Inbound.bluetooth("door", .disconnected(.supervisionTimeout))
    private static let blocked = Inbound.stage(.radio(.ble, of: "door", isBlocked: true))

    @Test("the radio is unblocked when it is blocked and the link is lost, in either order")
    func order() {
        var cuts = LinkCuts()
        #expect(cuts.note(at(0, Self.up)) == nil)
        cuts.begin("door")
        #expect(cuts.note(at(1, Self.blocked)) == nil && cuts.overdue == .start + .seconds(36))
        #expect(cuts.note(at(2, .bluetooth("trunk", .disconnected(.remote)))) == nil)
        #expect(cuts.note(at(3, Self.down)) == "door")
        #expect(cuts.overdue == .never && cuts.note(at(4, Self.down)) == nil)
        #expect(cuts.note(at(5, Self.up)) == nil)
        cuts.begin("door")
        #expect(cuts.note(at(6, Self.down)) == nil, "the program has not said that it is blocked")
        #expect(cuts.note(at(7, Self.blocked)) == "door")
    }

    @Test("a radio that is blocked for another reason is left alone")
    func other() {
        var cuts = LinkCuts()
        #expect(cuts.note(at(1, Self.blocked)) == nil && cuts.note(at(2, Self.down)) == nil)
        cuts.begin("door")
        #expect(cuts.note(at(3, .stage(.radio(.uwb, of: "door", isBlocked: true)))) == nil)
        #expect(cuts.note(at(4, .stage(.radio(.ble, of: "trunk", isBlocked: true)))) == nil)
    }

    @Test("a link that outlives its blocked radio is overdue once")
    func overdue() {
        var cuts = LinkCuts()
        _ = cuts.note(at(0, Self.up))
        cuts.begin("door")
        #expect(cuts.takeOverdue(at: .start + .seconds(1_000)) == nil, "the program is busy")
        _ = cuts.note(at(1, Self.blocked))
        #expect(cuts.takeOverdue(at: .start + .milliseconds(35_999)) == nil)
        #expect(cuts.takeOverdue(at: .start + .seconds(36)) == "door")
        #expect(cuts.takeOverdue(at: .start + .seconds(99)) == nil && cuts.overdue == .never)
    }
}
