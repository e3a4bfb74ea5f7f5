import Ground
import NDEF
import Simulators
import TestSupport
import Testing

@Suite struct ReaderBehaviourTests {
    private let type2: SimulatedTag
    private let type4: SimulatedTag
    private static let listType2 = "4b010100440007" + "04a1b2c3d4e580"
    private static let listType4 = "4b010103442007" + "04112233445566" + "067577810280"

    init() throws {
        type2 = try .type2(.ntag213, message: accessMessage)
        type4 = try .type4(message: accessMessage)
    }

    private func after(_ milliseconds: Int) -> Instant { .start + .milliseconds(milliseconds) }

    @Test func sleepsUntilItHearsTheWakeUp() {
        var reader = SimulatedReader()
        #expect(reader.receive(hostFrame("02"), at: .start).isEmpty)
        #expect(reader.receive(readerWakeUp + hostFrame("02"), at: .start).count == 2)
        #expect(reader.command("16f0") == "1700")
        #expect(reader.receive(hostFrame("02"), at: .start).isEmpty)
        _ = reader.receive([0x55], at: .start)
        #expect(reader.command("02") != nil)
    }

    @Test func finiteRetriesEndWithoutATagAndEndlessOnesWaitForIt() {
        var reader = SimulatedReader.awake()
        #expect(reader.command("3205ff0102") == "33")
        #expect(reader.command("4a0100") == nil)
        #expect(reader.deadline == after(21))
        #expect(reader.advance(to: after(20)).isEmpty)
        #expect(chipAnswer(reader.advance(to: after(21)).sent.first ?? []) == bytes("4b00"))
        #expect(reader.deadline == nil)

        #expect(reader.command("3205ffffff") == "33")
        #expect(reader.command("4a0100") == nil)
        #expect(reader.deadline == nil)
        #expect(reader.advance(to: after(60_000)).isEmpty)
        let found = reader.present(type2, at: after(60_000)).sent
        #expect(found.map { chipAnswer($0).hex(separator: "") } == [Self.listType2])
    }

    @Test func anAcknowledgementOrANewCommandCancelsWhatIsUnderWay() {
        for cancel in [readerACK, hostFrame("02")] {
            var reader = SimulatedReader.awake()
            #expect(reader.command("4a0100") == nil)
            _ = reader.receive(cancel, at: .start)
            #expect(reader.present(type2, at: .start).isEmpty)
            reader.replyDelay = .milliseconds(300)
            #expect(reader.receive(hostFrame("02"), at: .start).sent == [readerACK])
            #expect(reader.deadline == after(300))
            let answered = reader.receive(cancel, at: after(10))
            #expect(answered.sent == (cancel == readerACK ? [] : [readerACK]))
            #expect(reader.advance(to: after(305)).isEmpty, "the first answer is dropped")
        }
    }

    @Test func aDeselectedTagIsSilentUntilTheFieldGoesOff() {
        var reader = SimulatedReader.awake(type2, type4)
        #expect(reader.command("3205ff0102") == "33")
        #expect(reader.command("4a0100") == Self.listType2)
        #expect(reader.command("4400") == "4500")
        #expect(reader.command("4a0100") == Self.listType4)
        #expect(reader.command("4400") == "4500")
        #expect(reader.command("4a0100") == nil, "both are silent now")
        #expect(reader.command("320100") == "33")
        #expect(reader.command("320101") == "33")
        #expect(reader.command("4a0200")?.hasPrefix("4b0201") == true)
    }

    @Test func inSelectWakesADeselectedTargetAndInReleaseForgetsIt() {
        var reader = SimulatedReader.awake(type2)
        #expect(reader.command("4a0100") == Self.listType2)
        #expect(reader.command("4401") == "4500")
        #expect(reader.command("40013003") == "4101", "a deselected tag does not answer")
        #expect(reader.command("5401") == "5500")
        #expect(reader.command("40013003")?.hasPrefix("4100e110") == true)
        #expect(reader.command("5201") == "5300")
        #expect(reader.command("5401") == "5527")
        #expect(reader.command("40013003") == "4127")
        #expect(reader.command("4402") == "4527")
    }

    @Test func aTagThatIsTakenAwayTimesOutAndATagThatRefusesGivesWrongData() {
        var reader = SimulatedReader.awake(type2)
        #expect(reader.command("4a0100") == Self.listType2)
        #expect(reader.command("400130ff") == "4113")
        #expect(reader.command("400160") == "4114", "taken for the authentication of a MIFARE Classic")
        #expect(reader.command("4260") == "43000004040201000f03", "but not when it goes through raw")
        #expect(reader.command("4001a20401020304") == "4100")
        #expect(reader.command("40013004")?.hasPrefix("410001020304") == true)
        #expect(reader.command("4001") == "4127", "there is nothing more to ask for")
        #expect(reader.command("400230") == "4127")
        reader.remove()
        #expect(reader.command("40013003") == "4101")
        #expect(reader.tags.isEmpty)
    }

    @Test func onlyTheTagWithTheWantedIdentifierIsListed() {
        var reader = SimulatedReader.awake(type2, type4)
        #expect(reader.command("4a0100" + "8804112233445566") == Self.listType4)
        #expect(reader.command("3205ff0100") == "33")
        #expect(reader.command("4a0100" + "8804112233445567") == nil)
        for other in ["4a010100ffff0100", "4a0103 00", "4a0104"] { #expect(reader.command(other) == nil, "\(other)") }
    }

    @Test func automaticPollingFindsKindsOfTagsAndEndsInTime() {
        var reader = SimulatedReader.awake(type2)
        #expect(reader.command("6014022010031112 04") == "6101100c" + "0100440007" + "04a1b2c3d4e580")
        #expect(reader.command("6003022010") != nil)
        reader.remove()
        #expect(reader.command("6003022010") == nil)
        #expect(reader.deadline == after(1_800))
        #expect(chipAnswer(reader.advance(to: after(1_800)).sent.first ?? []) == bytes("6100"))
        #expect(reader.command("60ff012010") == nil)
        #expect(reader.deadline == nil)
        let found = reader.present(type4, at: after(2_000)).sent.map { chipAnswer($0).hex(separator: "") }
        #expect(found == ["61012012" + "0103442007" + "04112233445566" + "067577810280"])
        #expect(reader.command("60030110") == nil, "a Type 4 tag is not of the wanted kind")
    }

    @Test func rawExchangesCarryACheckSumWhenTheRegistersSaySo() {
        var reader = SimulatedReader.awake(type4)
        #expect(reader.command("42b2") == "4301", "no tag is selected")
        #expect(reader.command("4a0100") == Self.listType4)
        #expect(reader.command("42b2") == "4300a2")
        #expect(reader.command("08630300") == "09")
        #expect(reader.command("42b2") == "4300a2e6d7")
        #expect(reader.command("08630200") == "09")
        #expect(reader.command("42b2") == "4301", "a command without its check sum is not heard")
        #expect(reader.command("42b267c7") == "4300a2e6d7")
        #expect(reader.command("06630263 03") == "070000")
    }

    @Test func aNegativeAcknowledgementBringsTheLastAnswerAgain() {
        var reader = SimulatedReader.awake()
        #expect(reader.receive(bytes("0000ffff0000"), at: .start).isEmpty)
        let sent = reader.receive(hostFrame("02"), at: .start).sent
        #expect(reader.receive(bytes("0000ffff0000"), at: .start).sent == [sent[1]])
    }

    @Test func aTagReadTwiceIsSelectedAnewEachTime() {
        var reader = SimulatedReader.awake(type4)
        #expect(reader.command("4a0100") == Self.listType4)
        #expect(reader.command("400100a4040007d276000085010100") == "41009000")
        #expect(reader.command("4a0100") == Self.listType4)
        #expect(reader.command("400100a4000c02e103") == "41006a82", "the application must be selected again")
    }
}
