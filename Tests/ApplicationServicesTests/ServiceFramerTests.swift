import ApplicationServices
import Ground
import Testing

private func frames(_ output: [ServiceFramer.Output]) -> [ServiceFrame] {
    output.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
}

private func findings(_ output: [ServiceFramer.Output]) -> [Finding] {
    output.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
}

private func bytes(_ hex: String) -> [UInt8] { [UInt8](hex: hex) ?? [] }

@Suite struct ServiceFramerTests {
    @Test func aMoveHasTheBytesOfTheSheet() {
        let frame = ServiceFrame(type: 2, payload: Array("X,0,1".utf8))
        #expect(frame.encoded.hex == "02 00 00 00 05 00 00 00 58 2c 30 2c 31")
        var framer = ServiceFramer()
        #expect(framer.receive(frame.encoded) == [.frame(frame)] && framer.finish() == [])
    }

    @Test func everySplitGivesTheSameFrames() {
        let all = [
            ServiceFrame(type: 1, payload: [0xAA]), ServiceFrame(type: 0xFFFF_FFFF, payload: []),
            ServiceFrame(type: 2, payload: [1, 2, 3]),
        ]
        let stream = all.flatMap(\.encoded)
        for first in 0...stream.count {
            for second in first...stream.count {
                var framer = ServiceFramer()
                let output =
                    framer.receive(stream[..<first]) + framer.receive(stream[first..<second])
                    + framer.receive(stream[second...])
                #expect(frames(output) == all && findings(output + framer.finish()).isEmpty)
            }
        }
        var single = ServiceFramer()
        #expect(frames(stream.flatMap { single.receive([$0]) }) == all)
    }

    @Test(
        "a length that is too long ends the stream, at its byte",
        arguments: [
            ("02 00 00 00 ff ff ff ff 01", 4, false), ("00 00 00 02 00 00 00 05 58", 4, true),
            ("01 00 00 00 01 00 00 00 aa 02 00 00 00 01 00 01 00", 13, false),
            ("02 00 00 00 01 00 01 00", 4, false),
        ]) func tooLong(hex: String, offset: Int, isBigEndian: Bool)
    {
        var framer = ServiceFramer()
        let found = findings(framer.receive(bytes(hex)))
        #expect(found.map(\.code) == ["services.framing"] && found.map(\.offset) == [offset] && framer.isBroken)
        #expect(found.first?.meaning.hasSuffix("big endian?") == isBigEndian)
        #expect(framer.receive(bytes("01 00 00 00 00 00 00 00")) == [] && framer.finish() == [])
        #expect(framer.waitingCount == 0)
    }

    @Test func theLongestFrameIsTakenAndItsMemoryIsBounded() {
        var framer = ServiceFramer(longest: 100)
        #expect(
            frames(framer.receive(ServiceFrame(type: 1, payload: [UInt8](repeating: 1, count: 100)).encoded)).count == 1
        )
        let many = [UInt8](repeating: 0, count: 100_000)
        #expect(frames(framer.receive(many)).count == 12_500 && framer.waitingCount < 108)
    }

    @Test func whatIsNotWholeAtTheEndIsToldWithItsBeginning() {
        for (hex, offset) in [("01", 0), ("01 00 00 00 01 00 00 00", 0), ("01 00 00 00 00 00 00 00 02", 8)] {
            var framer = ServiceFramer()
            _ = framer.receive(bytes(hex))
            let told = findings(framer.finish())
            #expect(told.map(\.code) == ["services.halfFrame"] && told.map(\.offset) == [offset])
            #expect(framer.finish() == [])
        }
    }
}
