import ScenarioKit
import Testing

@Suite struct SendCheckTests {
    private func sending(_ messages: RawMessage..., apart: Lapse = .zero) -> Scenario {
        .made(
            .connecting, .send(messages: messages, accessory: "door", apart: apart),
            .expecting(.disconnected("door"), 0))
    }

    @Test func whatCanBeWrittenIsSound() {
        expectSound(sending(.stop, .initialize))
        expectSound(sending(.stop, .initialize, apart: .milliseconds(50)))
        expectSound(sending(.everyCut(of: .shareableConfiguration), apart: .milliseconds(50)))
        expectSound(sending(.empty, .androidInitialize, .deviceStructureRequest))
        expectSound(sending(.bytes([UInt8](repeating: 0, count: 512))))
        expectSound(sending(.padded(.initialize, by: 511)))
        expectSound(sending(.cut(.shareableConfiguration, to: 0), .cut(.newShareableConfiguration, to: 35)))
        expectSound(sending(.corrupted(.shareableConfiguration, byte: 35, xor: 0x80)))
        expectSound(sending(.padded(.cut(.shareableConfiguration, to: 30), by: 1)))
    }

    @Test func somethingMustBeSent() {
        expect(sending(), says: "Send([]) sends nothing", line: 2)
        expect(sending(.stop, apart: .milliseconds(1)), says: "needs no interval", line: 2)
        expect(sending(.stop, .stop, apart: .milliseconds(-1)), says: "cannot be sent -1.0 ms apart", line: 2)
    }

    @Test func aCutIsShorterThanItsMessage() {
        expect(
            sending(.cut(.shareableConfiguration, to: 36)), says: "at most 36 bytes: a cut to 36 cuts nothing", line: 2)
        expect(sending(.cut(.stop, to: 1)), says: "stop has at most 1 bytes", line: 2)
        expect(sending(.cut(.bytes([1, 2]), to: 2)), says: "a cut to 2 cuts nothing", line: 2)
        expect(sending(.cut(.stop, to: -1)), says: "cut to -1 bytes", line: 2)
        expect(sending(.cut(.cut(.shareableConfiguration, to: 12), to: 12)), says: "at most 12 bytes", line: 2)
        expect(sending(.everyCut(of: .initialize)), says: "is too short to cut", line: 2)
        expect(
            sending(.everyCut(of: .everyCut(of: .shareableConfiguration))), says: "a cut of a cut is not possible",
            line: 2)
    }

    @Test func noWriteIsLongerThanAnAttribute() {
        expect(sending(.bytes([UInt8](repeating: 0, count: 513))), says: "a write has at most 512 bytes", line: 2)
        expect(sending(.padded(.initialize, by: 512)), says: "at most 512 bytes, but this has 513", line: 2)
        expect(sending(.padded(.initialize, by: .max)), says: "a write has at most 512 bytes", line: 2)
        expect(sending(.padded(.initialize, by: 0)), says: "padding by 0 bytes adds nothing", line: 2)
    }

    @Test func aChangeChangesAByteThatIsThere() {
        expect(sending(.corrupted(.stop, byte: 1, xor: 1)), says: "counted from 0: none is number 1", line: 2)
        expect(sending(.corrupted(.stop, byte: -1, xor: 1)), says: "none is number -1", line: 2)
        expect(sending(.corrupted(.stop, byte: 0, xor: 0)), says: "a mask of 0 changes nothing", line: 2)
        expect(
            sending(.corrupted(.cut(.shareableConfiguration, to: 5), byte: 5, xor: 1)), says: "at most 5 bytes", line: 2
        )
    }

    @Test func aPaddedMessageIsAsLongAsItsPadding() {
        expectSound(sending(.corrupted(.padded(.stop, by: 3), byte: 3, xor: 1)))
        expect(sending(.corrupted(.padded(.stop, by: 3), byte: 4, xor: 1)), says: "at most 4 bytes", line: 2)
        expectSound(sending(.everyCut(of: .padded(.stop, by: 1))))
    }

    @Test func whatIsWrongInsideIsFound() {
        expect(sending(.padded(.cut(.stop, to: 4), by: 4)), says: "a cut to 4 cuts nothing", line: 2)
        expect(sending(.everyCut(of: .corrupted(.stop, byte: 0, xor: 0))), says: "a mask of 0", line: 2)
    }
}
