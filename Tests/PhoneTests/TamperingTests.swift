import Ground
import Links
import NearbyInteraction
import Phone
import Simulators
import Testing

@Suite struct TamperingTests {
    /// Returns a phone on an open data channel, whose bench tampers with a number of messages of one kind.
    private func bench(
        _ tampering: Tampering, with kind: MessageKind, times: Int = 1,
        retry: RetryPolicy = RetryPolicy(attempts: 1, cycle: .full)
    ) -> PhoneBench {
        var bench = PhoneBench(retry: retry)
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        bench.phone.tamper(tampering, with: kind, times: times)
        bench.start()
        return bench
    }

    /// Returns the values written to the data channel, in order.
    private func writes(_ bench: PhoneBench) -> [[UInt8]] {
        bench.outbound.compactMap { outbound in
            guard case .bluetooth(_, .frame(let frame)) = outbound, frame.first == 0x12, frame.count > 3 else {
                return nil
            }
            let value = Array(frame.dropFirst(3))
            return [0x0A, 0x0B, 0x0C].contains(value[0]) ? value : nil
        }
    }

    private func tampered(_ bench: PhoneBench) -> [PhoneEvent] {
        bench.events.filter { if case .tampered = $0 { true } else { false } }
    }

    @Test func aWithheldInitializeIsNobodysDelay() {
        var bench = bench(.withhold, with: .initialize)
        bench.play(.seconds(10))
        #expect(writes(bench).isEmpty && bench.accusations.isEmpty)
        #expect(tampered(bench) == [.tampered(accessory: "door", message: .initialize, tampering: .withhold)])
        bench.start()
        #expect(bench.play(.seconds(3), until: { $0.distances("door").count > 4 }) == true)
    }

    @Test func aDelayedMessageLeavesLaterAndTheAccessorysTimeCountsFromThen() {
        var bench = bench(.delay(span: .seconds(5)), with: .initialize)
        let begun = bench.links.now
        bench.play(.milliseconds(4_999))
        #expect(writes(bench).isEmpty && bench.accusations.isEmpty)
        bench.play(.milliseconds(1))
        #expect(writes(bench) == [[0x0A]] && bench.links.now == begun + .seconds(5))
        #expect(bench.play(.seconds(3), until: { $0.distances("door").count > 4 }) == true)
        #expect(bench.accusations.isEmpty)
    }

    @Test func anAccessoryThatIsLateAfterADelayIsStillLate() {
        var bench = PhoneBench(defects: [.ignoresInitialize])
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        bench.phone.tamper(.delay(span: .seconds(1)), with: .initialize, times: 1)
        bench.start()
        bench.play(.milliseconds(2_999))
        #expect(bench.accusations.isEmpty)
        bench.play(.milliseconds(2))
        #expect(bench.accusations.map(\.meaning) == ["no accessory configuration data within 2.00 s"])
    }

    @Test func whatComesBehindADelayedMessageDoesNotWait() {
        var bench = bench(.delay(span: .milliseconds(300)), with: .initialize)
        bench.stop()
        bench.play(.seconds(1))
        #expect(writes(bench) == [[0x0C], [0x0A]])
    }

    @Test func aDelayedMessageGoesWithItsLink() {
        var bench = bench(.delay(span: .seconds(1)), with: .initialize)
        bench.carryOut(bench.phone.disconnect(from: "door", at: bench.links.now))
        bench.play(.milliseconds(200))
        bench.connect()
        bench.play(.seconds(3))
        #expect(writes(bench).isEmpty && bench.phone.deadline == nil)
    }

    @Test func aRepeatedMessageLeavesBackToBackAndIsOwedEveryAnswer() {
        var bench = bench(.repeat(times: 3), with: .initialize)
        bench.play(.seconds(1))
        #expect(writes(bench).prefix(3) == [[0x0A], [0x0A], [0x0A]])
        #expect(bench.nearby().filter { $0 == .received(message: .configuration) }.count == 3)
        #expect(!bench.accusations.contains { $0.weight == .fault })
        #expect(bench.play(.seconds(3), until: { $0.distances("door").count > 4 }) == true)
    }

    @Test(arguments: [0, 1, 5, 30]) func aMessageThatIsCutIsNotOwedAnAnswer(length: Int) {
        var bench = bench(.cut(to: length), with: .shareableConfiguration)
        bench.play(.milliseconds(500))
        let cut = writes(bench).filter { $0.first == 0x0B }
        #expect(length == 0 ? cut.isEmpty : cut.map(\.count) == [length])
        #expect(bench.accusations.isEmpty)
        // The retry succeeds completely.
        #expect(bench.play(.seconds(8), until: { $0.distances("door").count > 4 }) == true)
        #expect(bench.nearby().contains(.retry(attempt: 1)) && !bench.accusations.contains { $0.weight == .fault })
    }

    @Test func acceptingWhatWasCutIsAFault() {
        var bench = PhoneBench(defects: [.acceptsTruncatedShareable])
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        bench.phone.tamper(.cut(to: 24), with: .shareableConfiguration, times: 1)
        bench.start()
        bench.play(.seconds(1))
        let meanings = bench.accusations.filter { $0.weight == .fault }.map(\.meaning)
        #expect(meanings == ["the accessory said that ranging started, without having been configured"])
    }

    @Test func aCorruptByteIsTheOneThatIsMeant() {
        var good = bench(.corrupt(byte: 99, xor: 0xFF), with: .shareableConfiguration)
        good.play(.milliseconds(500))
        var bad = bench(.corrupt(byte: 8, xor: 0x01), with: .shareableConfiguration)
        bad.play(.milliseconds(500))
        let (whole, changed) = (writes(good).last ?? [], writes(bad).last ?? [])
        #expect(whole.count == 31 && changed.count == 31)
        #expect(whole.indices.filter { whole[$0] != changed[$0] } == [8])
        // Another session ID than the phone's: both start, and never hear each other.
        bad.play(.milliseconds(2_000))
        #expect(bad.nearby().contains(.accessoryDidStart) && bad.distances("door").isEmpty)
    }

    @Test func tamperingsOfOneKindFollowEachOther() {
        var bench = PhoneBench(retry: RetryPolicy(attempts: 3, cycle: .full))
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        bench.phone.tamper(.withhold, with: .shareableConfiguration, times: 2)
        bench.phone.tamper(.cut(to: 3), with: .shareableConfiguration, times: 1)
        bench.phone.tamper(.withhold, with: .shareableConfiguration, times: 0)
        bench.start()
        #expect(bench.play(.seconds(20), until: { $0.distances("door").count > 4 }) == true)
        #expect(
            tampered(bench) == [
                .tampered(accessory: "door", message: .shareableConfiguration, tampering: .withhold),
                .tampered(accessory: "door", message: .shareableConfiguration, tampering: .withhold),
                .tampered(accessory: "door", message: .shareableConfiguration, tampering: .cut(to: 3)),
            ])
    }

    @Test func anOddCountOfRepeatsOrBytesIsHarmless() {
        for tampering in [
            Tampering.repeat(times: 0), .repeat(times: -1), .cut(to: -5), .delay(span: .zero),
            .delay(span: .seconds(-1)),
        ] {
            var bench = bench(tampering, with: .initialize)
            bench.play(.seconds(1))
            #expect(bench.faults.isEmpty)
        }
    }

    @Test func whatTheScenarioWritesItselfIsNotTamperedWith() {
        var bench = bench(.withhold, with: .stop)
        bench.play(.seconds(1))
        bench.carryOut(bench.phone.send([[0x0C], [0x0A]], to: "door", at: bench.links.now))
        bench.play(.seconds(1))
        #expect(writes(bench).suffix(2) == [[0x0C], [0x0A]] && tampered(bench).isEmpty)
        #expect(bench.accusations.isEmpty)
        let received = bench.nearby().filter {
            $0 == .received(message: .configuration) || $0 == .received(message: .didStop)
        }
        #expect(
            received == [
                .received(message: .configuration), .received(message: .didStop), .received(message: .configuration),
            ])
    }

    @Test func noMoreMessagesAreHeldBackThanTheBoundSays() {
        var bench = bench(.delay(span: .seconds(60)), with: .initialize, times: 1_000)
        for _ in 0..<299 { bench.start() }
        bench.play(.seconds(1))
        // The first 256 are held back, and the others leave immediately.
        #expect(bench.sent(.initialize) == 44)
    }

    @Test func shuttingDownDropsWhatIsHeldBack() {
        var bench = bench(.delay(span: .seconds(3)), with: .shareableConfiguration)
        bench.play(.seconds(1))
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(5), until: { $0.phone.isQuiet }) == true)
        bench.play(.seconds(5))
        #expect(!writes(bench).contains { $0.first == 0x0B })
    }

    @Test func shuttingDownTellsAnAccessoryWhoseStopWasLost() {
        var bench = PhoneBench()
        #expect(bench.range() == true)
        bench.phone.tamper(.withhold, with: .stop, times: 1)
        bench.stop()
        bench.play(.milliseconds(100))
        #expect(bench.sent(.stop) == 0)
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(5), until: { $0.phone.isQuiet }) == true && bench.sent(.stop) == 1)
    }
}
