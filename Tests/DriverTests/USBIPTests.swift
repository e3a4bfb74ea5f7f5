import Ground
import Simulators
import TestSupport
import Testing

/// An ACR122U over USB/IP, byte by byte, as the kernel and libnfc talk to it.
@Suite struct USBIPTests {
    private var conversation = USBIPConversation(SimulatedACR122U(SimulatedReader()))
    private var number: UInt32 = 0

    private static func word(_ number: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private mutating func submit(
        _ endpoint: UInt32, isIn: Bool, length: Int, setup: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0], _ data: [UInt8] = []
    ) -> [UInt8] {
        number += 1
        let words: [UInt32] = [1, number, 0x1_0003, isIn ? 1 : 0, endpoint, 0, UInt32(length), 0, 0, 0]
        return words.flatMap(Self.word) + setup + data
    }

    /// Returns the status and the data of a completed transfer.
    private static func result(_ bytes: [UInt8]) -> (status: Int32, data: [UInt8])? {
        guard bytes.count >= 48, bytes[3] == 3 else { return nil }
        let status = bytes[20..<24].reduce(0) { $0 << 8 | UInt32($1) }
        return (Int32(bitPattern: status), Array(bytes[48...]))
    }

    private mutating func descriptor(_ kind: UInt8, _ length: UInt8) throws -> [UInt8] {
        let request = submit(0, isIn: true, length: Int(length), setup: [0x80, 0x06, 0, kind, 0, 0, length, 0])
        return try #require(Self.result(conversation.receive(request, at: .start))).data
    }

    /// Sends a CCID command and returns the response.
    private mutating func ccid(_ kind: UInt8, _ data: [UInt8]) throws -> [UInt8] {
        let message = [kind, UInt8(data.count), 0, 0, 0, 0, 7, 0, 0, 0] + data
        let wanted = submit(2, isIn: true, length: 300)
        #expect(try conversation.receive(wanted, at: .start).isEmpty)
        let sent = try conversation.receive(submit(2, isIn: false, length: message.count, message), at: .start)
        let answer = try #require(Self.result(Array(sent.dropFirst(48)))).data
        #expect(answer.count >= 10 && Int(answer[1]) == answer.count - 10 && answer[6] == 7)
        return Array(answer.dropFirst(10))
    }

    @Test("descriptors name the device, and their lengths fit")
    mutating func descriptors() throws {
        let device = try descriptor(1, 18)
        #expect(device.count == 18 && device[8...11] == [0x2F, 0x07, 0x00, 0x22])
        let configuration = try descriptor(2, 255)
        #expect(Int(configuration[2]) == configuration.count)
        var (place, kinds) = (0, [UInt8]())
        while place < configuration.count {
            kinds.append(configuration[place + 1])
            place += Int(configuration[place])
        }
        #expect(place == configuration.count && kinds == [2, 4, 0x21, 5, 5, 5])
        let unknown = submit(0, isIn: true, length: 8, setup: [0x80, 0x06, 0, 0x0F, 0, 0, 8, 0])
        #expect(try Self.result(conversation.receive(unknown, at: .start))?.status == -32)
    }

    @Test("a command for the chip is answered with a length, and the answer is fetched")
    mutating func chip() throws {
        #expect(try ccid(0x62, []) == [0x3B, 0x00])
        #expect(try ccid(0x6F, [0xFF, 0x00, 0x00, 0x00, 0x02, 0xD4, 0x02]) == [0x61, 0x08])
        #expect(try ccid(0x6F, [0xFF, 0xC0, 0, 0, 8]) == [0xD5, 0x03, 0x32, 0x01, 0x06, 0x07, 0x90, 0x00])
        #expect(try ccid(0x6F, [0xFF, 0xC0, 0, 0, 8]) == [0x63, 0x00])
        #expect(try ccid(0x6F, [0xFF, 0x00, 0x51, 0x00, 0x00]) == [0x90, 0x00])
    }

    @Test("it is the same however the bytes are cut, and a transfer that is taken back gets nothing")
    mutating func pieces() throws {
        let bytes = submit(0, isIn: true, length: 18, setup: [0x80, 0x06, 0, 1, 0, 0, 18, 0])
        let whole = try conversation.receive(bytes, at: .start)
        for cut in 1..<bytes.count {
            #expect(try conversation.receive(Array(bytes[..<cut]), at: .start).isEmpty)
            #expect(try conversation.receive(Array(bytes[cut...]), at: .start) == whole)
        }
        #expect(try conversation.receive(submit(2, isIn: true, length: 64), at: .start).isEmpty)
        let taken = [2, number + 1, 0x1_0003, 0, 0, number].flatMap(Self.word) + [UInt8](repeating: 0, count: 24)
        let answer = try conversation.receive(taken, at: .start)
        #expect(answer.count == 48 && answer[3] == 4 && answer[20..<24] == [0xFF, 0xFF, 0xFF, 0x98])
        #expect(try conversation.receive(taken, at: .start)[20..<24] == [0, 0, 0, 0])
    }

    @Test("the ends of its messages are counted, and unplugging goes through each part of each of them")
    mutating func ends() throws {
        let device = try descriptor(1, 18)
        _ = try ccid(0x62, [])
        // The descriptor, the bulk OUT transfer, and the bulk IN transfer with the CCID answer.
        #expect(device.count == 18 && conversation.ends == [66, 66 + 48, 66 + 48 + 48 + 12])
        let points = UnpluggingPoints.of(conversation.ends)
        #expect(points == [1, 57, 66, 66 + 2, 114, 114 + 3, 114 + 48 + 6, 174])
        #expect(UnpluggingPoints.of(Array(1...100).map { $0 * 48 }, atMost: 10).count == 20)
    }

    @Test("a malformed, oversized or excessive request is refused")
    mutating func hostile() throws {
        var other = conversation
        #expect(throws: Malformed.self) { try other.receive([UInt8](repeating: 9, count: 48), at: .start) }
        other = conversation
        #expect(throws: Malformed.self) {
            try other.receive(
                [1, 1, 0, 0, 2, 0, 0x7FFF_FFFF, 0, 0, 0].flatMap(Self.word) + [0, 0, 0, 0, 0, 0, 0, 0], at: .start)
        }
        let bound = USBIPConversation<SimulatedACR122U>.mostWaiting
        for _ in 0..<bound { _ = try conversation.receive(submit(2, isIn: true, length: 64), at: .start) }
        let last = submit(2, isIn: true, length: 64)
        #expect(throws: Malformed.self) { try conversation.receive(last, at: .start) }
        var mutator = Mutator(seeds: [
            submit(2, isIn: false, length: 10, [0x6F, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0])
        ])
        for _ in 0..<20_000 {
            var fresh = USBIPConversation(SimulatedACR122U(SimulatedReader()))
            _ = try? fresh.receive(mutator.next(limit: 120), at: .start)
        }
    }
}
