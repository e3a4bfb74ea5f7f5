import GATT
import Ground
import Links
import Recordings
import ScenarioKit
import Scenarios
import Testing

@testable import Views

struct SequenceTests {
    /// Returns the rows for PDUs between the phone and one accessory; true marks the phone's.
    private func rows(_ pdus: [(Bool, ATTPDU)]) -> [SequenceRow] {
        var sequence = MessageSequence()
        var reader = TimelineReader()
        for (place, (isPhones, pdu)) in pdus.enumerated() {
            let event: TraceEvent =
                isPhones
                ? .sent(.bluetooth("toy", .frame(pdu.encoded)), at: .start, number: place + 1)
                : .received(
                    Arrival(.bluetooth("toy", .frame(pdu.encoded)), at: .start), now: .start, number: place + 1)
            if let entry = reader.receive(event) { sequence.receive(entry) }
        }
        return sequence.rows
    }

    @Test("discovery and unknown values are two rows, with their counts in each direction")
    func folded() {
        let rows = rows([
            (true, .exchangeMTURequest(247)), (false, .exchangeMTUResponse(23)),
            (true, .readRequest(0x0D)), (false, .readResponse([0x56])),
            (true, .writeCommand(0x17, [0x16])), (true, .writeCommand(0x17, [0x17])),
            (false, .notification(0x12, [1])), (true, .writeCommand(0x17, [0x18])),
        ])
        #expect(rows.count == 2)
        #expect(rows.first?.text == "discovery and subscriptions: 1 ATT PDU of the phone, 1 of the accessory")
        #expect(
            rows.last?.text
                == "3 writes and 1 read of the phone, 1 notification of the accessory, of unknown meaning")
        #expect(rows.allSatisfy(\.isTwoWay) && rows.map(\.count) == [2, 6])
    }

    @Test("a row with one direction has an arrow that way")
    func oneWay() {
        let rows = rows([(true, .writeCommand(0x17, [1])), (true, .writeCommand(0x17, [2]))])
        #expect(rows.count == 1 && rows.first?.isTwoWay == false)
        #expect(rows.first?.content == .arrow(from: .phone, to: .accessory("toy")))
        #expect(rows.first?.text == "2 writes of the phone, of unknown meaning")
        let told = self.rows([(false, .notification(0x12, [1])), (false, .notification(0x12, [2]))])
        #expect(told.first?.content == .arrow(from: .accessory("toy"), to: .phone))
        #expect(told.first?.text == "2 notifications of the accessory, of unknown meaning")
    }

    @Test("a discovery after the first values is a separate row")
    func order() {
        let rows = rows([
            (true, .exchangeMTURequest(247)), (true, .writeCommand(0x17, [1])), (true, .exchangeMTURequest(247)),
        ])
        #expect(rows.count == 3)
        #expect(rows.first?.text == "Exchange MTU Request 247", "a single PDU is shown by its name")
    }

    @Test("an arrow for both directions has two heads on the page")
    func bothHeads() throws {
        #expect(try RecordedRun(.named("fullFlow")).page.contains("<span class=\"arrow both\""))
    }

    @Test("a count of one is singular")
    func singular() {
        #expect(counted(1, "round") == "1 round" && counted(0, "round") == "0 rounds")
        #expect(counted(2, "ranging round") == "2 ranging rounds")
    }
}
