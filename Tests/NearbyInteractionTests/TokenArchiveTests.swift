import Ground
import NearbyInteraction
import Testing

/// Discovery tokens as bytes, and the messages between the apps of two phones.
struct TokenArchiveTests {
    private static let token = TokenArchive(
        generation: 1, address: ShortAddress(rawValue: 0x1122), number: 0x0807_0605_0403_0201)
    /// The table of `TokenArchive`, byte by byte; its checksum was computed independently with the FNV-1a reference.
    private static let bytes: [UInt8] =
        Array("TdTk".utf8) + [1, 13, 1, 0x22, 0x11, 1, 2, 3, 4, 5, 6, 7, 8] + known
    private static let known: [UInt8] = [0x18, 0x3B]

    @Test func theTableHoldsByteByByte() throws {
        #expect(Self.token.encoded == Self.bytes)
        #expect(try TokenArchive(decoding: Self.bytes) == Self.token)
        #expect(Self.bytes.count == TokenArchive.count)
    }

    @Test(arguments: 0..<19) func everyCutIsRefusedAtItsEnd(length: Int) {
        #expect(throws: Malformed.self) { try TokenArchive(decoding: Array(Self.bytes.prefix(length))) }
        do throws(Malformed) {
            _ = try TokenArchive(decoding: Array(Self.bytes.prefix(length)))
        } catch {
            #expect(error.offset == length)
        }
    }

    @Test(arguments: 0..<19) func everyByteCounts(place: Int) {
        for bit in 0..<8 {
            var changed = Self.bytes
            changed[place] ^= 1 << bit
            let error = Self.error(of: changed)
            // A field with its own meaning is reported at its offset, everything else by the checksum.
            #expect(error?.offset == (place < 6 ? place : 17), "byte \(place), bit \(bit)")
        }
    }

    @Test func whatStandsBehindIsNamed() {
        #expect(Self.error(of: Self.bytes + [0])?.offset == 19)
        #expect(Self.error(of: Self.bytes + Self.bytes)?.offset == 19)
        #expect(Self.error(of: Self.bytes + [UInt8](repeating: 0, count: 10_000))?.offset == 19)
        #expect(Self.error(of: [UInt8](repeating: 0x54, count: 10_000))?.offset == 1)
        #expect(Self.error(of: [])?.offset == 0)
    }

    @Test func anotherVersionAndAnAddressOfNobodyAreRefused() {
        var other = Self.bytes
        other[4] = 2
        #expect(Self.error(of: other)?.offset == 4)
        for address in [UInt16(0), 0xFFFF] {
            var token = Self.token
            token.address = ShortAddress(rawValue: address)
            #expect(Self.error(of: token.encoded)?.offset == 7)
        }
    }

    private static func error(of bytes: [UInt8]) -> Malformed? {
        do throws(Malformed) { _ = try TokenArchive(decoding: bytes) } catch { return error }
        return nil
    }

    @Test func messagesAreReadBackAsTheyWereWritten() throws {
        let messages: [(PeerMessage, [UInt8])] = [
            (.token(Self.bytes), [1] + Self.bytes), (.distance(.metres(2.5)), [2, 0xC4, 9, 0, 0]),
            (.distance(.millimetres(-30)), [2, 0xE2, 0xFF, 0xFF, 0xFF]), (.other(id: 9, payload: [1]), [9, 1]),
        ]
        for (message, bytes) in messages {
            #expect(message.encoded == bytes)
            #expect(try PeerMessage(decoding: bytes) == message)
        }
    }

    @Test(
        "a malformed message is refused with its place",
        arguments: [([], 0), ([1], 1), ([2], 1), ([2, 1, 2, 3], 4), ([2, 1, 2, 3, 4, 5], 5)] as [([UInt8], Int)])
    func refused(bytes: [UInt8], offset: Int) {
        do throws(Malformed) {
            _ = try PeerMessage(decoding: bytes)
            Issue.record("\(bytes) was taken")
        } catch {
            #expect(error.offset == offset)
        }
    }
}
