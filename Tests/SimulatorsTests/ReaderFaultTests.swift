import Ground
import Simulators
import TestSupport
import Testing

@Suite struct ReaderFaultTests {
    private let good = bytes("0000ff06fad50332010607e800")

    private func answer(with fault: ReaderFault) -> [[UInt8]] {
        var reader = SimulatedReader.awake()
        reader.inject(fault)
        let sent = reader.receive(hostFrame("02"), at: .start).sent
        #expect(reader.receive(hostFrame("02"), at: .start).sent == [readerACK, good], "the fault befalls one command")
        return sent
    }

    @Test func everyFaultLooksOnTheWireAsTheSheetSays() {
        #expect(answer(with: .noAcknowledgement).isEmpty)
        #expect(answer(with: .negativeAcknowledgement) == [bytes("0000ffff0000")])
        #expect(answer(with: .noReply) == [readerACK])
        #expect(answer(with: .errorFrame) == [readerACK, bytes("0000ff01ff7f8100")])
        #expect(answer(with: .wrongLengthCheckSum) == [readerACK, bytes("0000ff06fbd50332010607e800")])
        #expect(answer(with: .wrongDataCheckSum) == [readerACK, bytes("0000ff06fad50332010607e900")])
        #expect(answer(with: .wrongDirection) == [readerACK, bytes("0000ff06fad40332010607e900")])
        #expect(answer(with: .wrongCode) == [readerACK, bytes("0000ff06fad51332010607d800")])
        #expect(answer(with: .noiseBeforeReply) == [readerACK, [0xA5] + good])
        #expect(answer(with: .status(0x80)) == [readerACK, good], "only exchanges have a status")
    }

    @Test func theStatusOfAnExchangeCanBeSetAndAnAnswerDelayed() throws {
        var reader = try SimulatedReader.awake(.type2(.ntag213, message: accessMessage))
        #expect(reader.command("4a0100") != nil)
        reader.inject(.status(0x80), on: .inDataExchange)
        #expect(reader.command("02") == "0332010607", "other commands are spared")
        #expect(reader.command("40013003")?.hasPrefix("4180e110") == true)
        #expect(reader.command("40013003")?.hasPrefix("4100e110") == true)
        reader.inject(.late(.milliseconds(400)), on: .inDataExchange)
        #expect(reader.command("40013003") == nil)
        #expect(reader.deadline == .start + .milliseconds(400))
        #expect(reader.advance(to: .start + .milliseconds(400)).count == 1)
    }

    @Test func aFaultLastsAsLongAsItShouldAndCanBeTakenBack() {
        var reader = SimulatedReader.awake()
        reader.inject(.noReply, times: 2)
        #expect(reader.command("02") == nil)
        #expect(reader.command("02") == nil)
        #expect(reader.command("02") != nil)
        reader.inject(.noReply, times: 5)
        reader.clearFaults()
        #expect(reader.command("02") != nil)
    }

    @Test func aLongAnswerIsDamagedInItsExtendedFrame() throws {
        let files = try Type4Files(message: [UInt8](repeating: 1, count: 600), maximumRead: 0xFF)
        var reader = SimulatedReader.awake(SimulatedTag(files))
        #expect(reader.command("4a0100") != nil)
        for hex in ["00a4040007d276000085010100", "00a4000c02e104"] {
            #expect(reader.command("4001" + hex) == "41009000")
        }
        reader.inject(.status(0x01))
        let sent = reader.receive(hostFrame("400100b00000ff"), at: .start).sent
        #expect(sent[1].count == 3 + 5 + 260 + 2)
        #expect(chipAnswer(sent[1]).prefix(2) == [0x41, 0x01])
        #expect(sent[1].dropFirst(8).dropLast(1).reduce(0, &+) == 0, "the check sum is still right")
    }
}
