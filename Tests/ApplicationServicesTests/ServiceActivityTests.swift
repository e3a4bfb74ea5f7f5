import ApplicationServices
import Ground
import Testing

/// No move is lost or duplicated across background and resume (cases 14 and 35 of the fact sheet).
@Suite struct ServiceActivityTests {
    private static func ready() -> ServiceBench {
        var bench = ServiceBench()
        bench.choose()
        bench.run(for: .seconds(3))
        return bench
    }

    @Test func aThousandTimesIntoTheBackgroundAndBack() throws {
        var bench = Self.ready()
        var sent: [ServiceFrame] = []
        for round in 0..<1_000 {
            let frame = ServiceFrame(
                type: UInt32(round), payload: [UInt8](repeating: UInt8(round & 0xFF), count: round % 50))
            sent.append(frame)
            bench.screen(.send(frame))
            bench.agent(.send(try #require(bench.appConnection), frame))
            bench.run(for: .milliseconds(5))
            bench.app(.background)
            bench.run(for: .milliseconds(10))
            bench.app(.resume)
            bench.run(for: .milliseconds(10))
        }
        #expect(bench.framesAtApp == sent && bench.framesAtScreen == sent)
        #expect(bench.faults == [] && bench.findings == [] && bench.isReady())
        #expect(bench.opened() == 1_002 && Set(bench.deliveries) == [1])
        #expect(bench.agents["Phone"]?.connections.count == 1)
    }

    @Test func aFrameThatIsCutByTheBackgroundLeavesNothingBehind() {
        let cutFrame = ServiceFrame(type: 7, payload: [1, 2, 3, 4, 5])
        let object = ServiceObject(.screen, .connection, 1)
        let digest = ServiceParameters.standard.digest
        for count in 0...cutFrame.encoded.count {
            var first = ServiceConnection(object, token: ServiceToken(rawValue: 1), digest: digest)
            _ = first.receive(.start) + first.receive(.opened) + first.receive(.message(.hello))
            let piece = Array(cutFrame.encoded.prefix(count))
            let taken = piece.isEmpty ? [] : first.receive(.message(.data(piece)))
            let isWhole = count == cutFrame.encoded.count
            #expect(taken == (isWhole ? [.frame(cutFrame)] : []))
            let ended = first.receive(.message(.aborted(.background)))
            let told = ended.compactMap { effect -> Int? in
                if case .finding(let finding) = effect { finding.offset } else { nil }
            }
            #expect(told == (isWhole || count == 0 ? [] : [0]), "cut behind \(count) bytes")
            #expect(Array(ended.suffix(2)) == [.close(.reset), .state(.failed(.aborted))])
            #expect(first.receive(.message(.data([1]))) == [] && first.receive(.ended(.reset)) == [])
            var second = ServiceConnection(object, token: ServiceToken(rawValue: 1), digest: digest)
            _ = second.receive(.start) + second.receive(.opened) + second.receive(.message(.hello))
            #expect(second.receive(.message(.data(cutFrame.encoded))) == [.frame(cutFrame)])
        }
    }

    /// The screen's bytes may stop anywhere, even within a control message; the next connection starts fresh.
    @Test func aStreamThatIsCutAnywhereDisturbsNoLaterOne() throws {
        let frame = ServiceFrame(type: 1, payload: [9, 8, 7])
        let token = ServiceToken(rawValue: SeededGenerator.first(seed: 1))
        let connect = ControlMessage.connect(token, ServiceParameters.standard.digest).encoded
        let bytes = connect + ControlMessage.data(of: frame.encoded).flatMap(\.encoded)
        for count in 0..<bytes.count {
            var bench = Self.ready()
            bench.screen(.cancel)
            bench.run(for: .seconds(1))
            let before = bench.framesAtApp.count
            bench.agent(.accepted(TransportID(900)))
            bench.agent(.received(TransportID(900), Array(bytes.prefix(count))))
            bench.agent(.ended(TransportID(900), .reset))
            #expect(bench.agents["Phone"]?.connections == [], "cut behind \(count) bytes")
            bench.screen(.connect(try #require(bench.endpoint)))
            bench.run(for: .seconds(1))
            bench.screen(.send(frame))
            bench.run(for: .seconds(1))
            #expect(bench.isReady() && Array(bench.framesAtApp.dropFirst(before)) == [frame] && bench.faults == [])
        }
    }

    @Test func framesInBothDirectionsAndOfAnyLengthArrive() throws {
        var bench = Self.ready()
        let frames = [0, 1, 16_376, 16_377, 65_536].map {
            ServiceFrame(type: 2, payload: [UInt8](repeating: 0xAB, count: $0))
        }
        for frame in frames {
            bench.screen(.send(frame))
            bench.agent(.send(try #require(bench.appConnection), frame))
        }
        bench.run(for: .seconds(1))
        #expect(bench.framesAtApp == frames && bench.framesAtScreen == frames)
    }
}

extension SeededGenerator {
    fileprivate static func first(seed: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: seed)
        return generator.next()
    }
}
