import Ground
import TestSupport
import Testing

@testable import Traces

@Suite("Messages of multicast DNS") struct DNSMessageTests {
    private static let samples = (try? vectors("mdns").map { bytes($0[0]) }) ?? []

    private func name(_ text: String) -> DNSMessage.Name {
        DNSMessage.Name(text.split(separator: ".").map { Array($0.utf8) })
    }

    @Test("a question, an answer with compressed names and a goodbye are read") func samples() throws {
        #expect(Self.samples.count == 4)
        let question = try DNSMessage(decoding: Self.samples[0])
        #expect(!question.isResponse && question.records.isEmpty)
        #expect(question.questions.map(\.name) == [name("_trammel-agent._tcp.local")])
        #expect(question.questions[0].type == 12 && question.questions[0].wantsUnicast)
        let answer = try DNSMessage(decoding: Self.samples[1])
        #expect(answer.isResponse && answer.records.map(\.type) == [12, 33, 16, 1, 28])
        #expect(answer.records[0].data == .pointer(name("pad._trammel-agent._tcp.local")))
        #expect(answer.records[1].name == name("pad._trammel-agent._tcp.local") && answer.records[1].isUnique)
        #expect(answer.records[1].data == .service(port: 4_321, host: name("trammel1.local")))
        #expect(answer.records[2].data == .text([Array("v=1".utf8), Array("plat=iOS".utf8)]))
        #expect(answer.records[3].data == .address([10, 77, 0, 1]) && answer.records[3].name == name("trammel1.local"))
        let goodbye = try DNSMessage(decoding: Self.samples[2])
        #expect(goodbye.records.map(\.lifetime) == [0])
        let packet = try UDPPacket(decoding: Self.samples[3])
        #expect(packet.payload == Self.samples[1] && packet.source == [10, 77, 0, 1] && packet.sourcePort == 5_353)
    }

    @Test("every cut is an error that lies inside, and no spoilt message is read past its end") func spoilt() {
        for sample in Self.samples.dropLast() {
            for count in 0..<sample.count {
                do throws(Malformed) {
                    _ = try DNSMessage(decoding: Array(sample[..<count]))
                    #expect(Bool(false), "cut at \(count)")
                } catch { #expect((0...count).contains(error.offset)) }
            }
        }
        for count in 0..<Self.samples[3].count {
            #expect(throws: Malformed.self) { try UDPPacket(decoding: Array(Self.samples[3][..<count])) }
        }
        var mutator = Mutator(seeds: Self.samples)
        for _ in 0..<5_000 {
            let input = mutator.next(limit: 600)
            do throws(Malformed) { _ = try DNSMessage(decoding: input) } catch {
                #expect((0...input.count).contains(error.offset))
            }
            _ = try? UDPPacket(decoding: input)
        }
    }

    @Test("pointers that lead round, forward or through too many steps end") func pointers() {
        let head: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        for name: [UInt8] in [[0xC0, 12], [0xC0, 14, 0], [0xC0, 0xFF], [1, 0x61, 0xC0, 12], [0x40], [0x80, 0]] {
            #expect(throws: Malformed.self) { try DNSMessage(decoding: head + name + [0, 1, 0, 1]) }
        }
        // A chain of pointers, each to the one before it.
        var chain: [UInt8] = [1, 0x61, 0, 0, 1, 0, 1]
        var place = 12
        for _ in 0..<400 {
            let next = 12 + chain.count
            chain += [0xC0 | UInt8(place >> 8), UInt8(truncatingIfNeeded: place), 0, 1, 0, 1]
            place = next
        }
        let long: [UInt8] = [0, 0, 0, 0, 0x01, 0x91, 0, 0, 0, 0, 0, 0] + chain
        #expect(throws: Malformed.self) { try DNSMessage(decoding: long) }
        // Labels that add up to more than a name may have.
        let labels = (0..<5).flatMap { _ in [63] + [UInt8](repeating: 0x61, count: 63) }
        #expect(throws: Malformed.self) { try DNSMessage(decoding: head + labels + [0, 0, 1, 0, 1]) }
    }
}
