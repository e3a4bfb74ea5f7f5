import FirmwareIdentity
import Ground
import TestSupport
import Testing

/// Another program's CBOR implementation reads what the rig sends over the management protocol, and writes what the
/// rig reads.
@Suite struct OtherDecoderTests {
    private static let slots = CBORValue.object([
        "images": .array([
            ImageSlot(
                image: 0, slot: 0, version: "1.2.3", hash: ImageHash(Vectors.hash), isBootable: true, isPending: false,
                isConfirmed: true, isActive: true, isPermanent: false
            ).value(),
            ImageSlot(
                image: 1, slot: 1, version: "é\u{1F6AA}", hash: nil, isBootable: false, isPending: true,
                isConfirmed: false, isActive: false, isPermanent: true
            ).value(writesFalse: false),
        ]), "splitStatus": .unsigned(0), "rc": .negative(4_294_967_296),
    ])

    @Test("answers of a management server, with either kind of lengths", arguments: CBORLengths.allCases)
    func answers(lengths: CBORLengths) throws {
        let header = try SMPHeader(decoding: SMPRead.imageState.encoded(sequence: 7)[...])
        let message = SMPRead.imageState.answer(Self.slots, to: header, lengths: lengths)
        let told = try OtherProgram.python(
            """
            import cbor2, struct, sys
            message = bytes.fromhex(sys.argv[1])
            operation, flags, length, group, sequence, command = struct.unpack(">BBHHBB", message[:8])
            assert (operation & 7, flags, group, sequence, command) == (1, 0, 1, 7, 0), message[:8]
            assert length == len(message) - 8
            body = cbor2.loads(message[8:])
            assert list(body) == ["images", "splitStatus", "rc"], body
            assert body["splitStatus"] == 0 and body["rc"] == -4294967297, body
            first, second = body["images"]
            assert first["version"] == "1.2.3" and first["hash"] == bytes.fromhex(sys.argv[2]), first
            assert first["confirmed"] is True and first["pending"] is False and first["slot"] == 0, first
            assert second == {"image": 1, "slot": 1, "version": "\\u00e9\\U0001F6AA", "pending": True,
                              "permanent": True}, second
            print(cbor2.dumps(body).hex())
            """, [message.hex(separator: ""), Vectors.hash.hex(separator: "")])
        // The other program's encoding is decoded here to the same value.
        let digits = told.split(separator: "\n").joined()
        #expect(try CBORReader.read(#require([UInt8](hex: digits))) == Self.slots)
    }

    @Test("questions carry a map that the other one knows", arguments: SMPRead.allCases)
    func questions(read: SMPRead) throws {
        let script = """
            import cbor2, sys
            message = bytes.fromhex(sys.argv[1])
            assert message[0] & 7 == 0, "it reads"
            assert int.from_bytes(message[2:4], "big") == len(message) - 8
            print(cbor2.loads(message[8:]))
            """
        let told = try OtherProgram.python(script, [read.encoded(sequence: 1).hex(separator: "")])
        #expect(told == (read == .systemInformation ? "{'format': 'a'}\n" : "{}\n"))
    }
}
