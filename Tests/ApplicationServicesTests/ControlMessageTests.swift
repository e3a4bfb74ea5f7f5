import ApplicationServices
import Ground
import Testing

private let digest = ServiceParameters.standard.digest

private func messages(_ bytes: [UInt8]) throws -> [ControlMessage] {
    var stream = ControlStream()
    var messages: [ControlMessage] = []
    try stream.receive(bytes, into: &messages)
    return messages
}

private func bytes(_ hex: String) -> [UInt8] { [UInt8](hex: hex) ?? [] }

@Suite struct ControlMessageTests {
    private static let all: [ControlMessage] = [
        .invite("game", .iPadOS, digest), .invite("\u{E9}", .watchOS, digest),
        .connect(ServiceToken(rawValue: 0x0102_0304_0506_0708), digest), .prompting, .denied, .notInstalled,
        .noListener, .granted(ServiceToken(rawValue: .max)), .parked, .hello, .aborted(.background),
        .aborted(AbortReason(rawValue: 200)), .busy, .refused(ServiceRefusal(.full)),
        .refused(ServiceRefusal(differing: [.framer, .peerToPeer])), .data([0]),
    ]

    @Test(
        "known bytes",
        arguments: [
            (.prompting, "02 00 00 00 01 10"), (.denied, "02 00 00 00 01 11"), (.notInstalled, "02 00 00 00 01 12"),
            (.noListener, "02 00 00 00 01 13"),
            (.granted(ServiceToken(rawValue: 0x0102)), "0a 00 00 00 01 14 02 01 00 00 00 00 00 00"),
            (.parked, "02 00 00 00 01 15"), (.hello, "02 00 00 00 01 16"),
            (.aborted(.background), "03 00 00 00 01 17 01"), (.busy, "02 00 00 00 01 18"),
            (.refused(ServiceRefusal(differing: [.applicationProtocol])), "04 00 00 00 01 19 02 02"),
            (.data([0xAA, 0xBB]), "04 00 00 00 01 20 aa bb"),
        ] as [(ControlMessage, String)])
    func vectors(message: ControlMessage, hex: String) throws {
        #expect(message.encoded.hex == hex)
        #expect(try messages(bytes(hex)) == [message])
    }

    @Test func anInvitationHasServicePlatformAndDigest() {
        let encoded = ControlMessage.invite("go", .watchOS, digest).encoded
        #expect(
            encoded.prefix(10).hex == "1a 00 00 00 01 01 02 67 6f 03" && Array(encoded.dropFirst(10)) == digest.encoded)
        #expect(digest.encoded.count == ParametersDigest.size && ParametersDigest.size == 20)
    }

    @Test func everyMessageSurvivesEverySplit() throws {
        let stream = Self.all.flatMap(\.encoded)
        for cut in 0...stream.count {
            var reader = ControlStream()
            var found: [ControlMessage] = []
            try reader.receive(stream[..<cut], into: &found)
            try reader.receive(stream[cut...], into: &found)
            #expect(found == Self.all && reader.isBetween)
        }
        var single = ControlStream()
        var found: [ControlMessage] = []
        for byte in stream { try single.receive([byte], into: &found) }
        #expect(found == Self.all)
    }

    @Test(
        "an error names its byte in the stream",
        arguments: [
            ("02 00 00 00 02 10", 4), ("02 00 00 00 01 7f", 5), ("00 00 00 00", 0), ("01 00 00 00 01", 0),
            ("03 40 00 00", 0), ("00 00 00 02 01 10", 0), ("03 00 00 00 01 10 00", 6), ("02 00 00 00 01 17", 6),
            ("02 00 00 00 01 20", 6), ("04 00 00 00 01 01 00 01", 6), ("05 00 00 00 01 01 01 ff 01", 7),
            ("05 00 00 00 01 01 01 61 04", 8), ("03 00 00 00 01 14 01", 7), ("02 00 00 00 01 16 02 00 00 00 01 00", 11),
        ]) func malformed(hex: String, offset: Int)
    {
        #expect { try messages(bytes(hex)) } throws: { ($0 as? Malformed)?.offset == offset }
    }

    @Test func whatComesBeforeAnErrorIsTakenAndNothingBehindIt() throws {
        var stream = ControlStream()
        var found: [ControlMessage] = []
        #expect(throws: Malformed.self) {
            try stream.receive(bytes("02 00 00 00 01 16 02 00 00 00 01 ff"), into: &found)
        }
        try stream.receive(ControlMessage.hello.encoded, into: &found)
        #expect(found == [.hello] && stream.isBroken)
    }

    @Test func dataOfAnyLengthIsCutIntoMessages() {
        #expect(ControlMessage.data(of: []) == [])
        let many = [UInt8](repeating: 1, count: ControlMessage.longestData + 1)
        #expect(ControlMessage.data(of: many).map(\.encoded.count) == [ControlMessage.longestData + 6, 7])
    }

    @Test func aDigestNamesWhatDiffers() {
        var other = ServiceParameters.standard
        other.framer = "other"
        other.keepalive = nil
        #expect(digest.differences(from: other.digest) == [.framer, .keepalive])
        #expect(digest.differences(from: ServiceParameters().digest) == [])
        other.framer = nil
        #expect(other.digest.differences(from: ServiceParameters(framer: "-", keepalive: nil).digest) == [.framer])
    }
}
