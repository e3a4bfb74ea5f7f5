import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

@testable import Phone

/// The meaning of the kit's messages for sessions.
@Suite struct PhoneKitTests {
    /// Returns a phone that ranges, and the handle of its kit's session.
    private func ranging(
        retry: RetryPolicy = .standard, lingering: Lapse = .zero
    ) -> (bench: PhoneBench, handle: [UInt8]) {
        var bench = PhoneBench(as: .quick(retry: retry))
        bench.phone.nearby.settings.lingering = lingering
        _ = bench.range()
        return (bench, [1, 0, 0, 0])
    }

    /// Returns a SESSION_STATUS_NTF: the session is idle, for this reason.
    private func idle(_ handle: [UInt8], _ reason: UInt8) -> Inbound {
        .kit(.bytes([0x61, 0x02, 0x00, 0x06] + handle + [0x03, reason]))
    }

    @Test func aPeerThatEndsOverUWBIsRemoved() {
        var (bench, handle) = ranging()
        bench.carryOut(bench.phone.receive(idle(handle, 0x05), at: bench.links.now))
        #expect(bench.nearby().suffix(2) == [.didRemove(reason: .peerEnded), .gaveUp(attempts: 0, reason: .peerEnded)])
        #expect(bench.faults.isEmpty)
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(5), until: { $0.phone.isQuiet }) == true)
    }

    @Test(arguments: [UInt8(0x01), 0x02]) func aKitThatHasHadEnoughLeavesTheSessionToItsTimeout(reason: UInt8) {
        var (bench, handle) = ranging()
        bench.carryOut(bench.phone.receive(idle(handle, reason), at: bench.links.now))
        #expect(!bench.nearby().contains { if case .didInvalidate = $0 { true } else { false } })
        #expect(bench.play(.seconds(4), until: { $0.nearby().contains(.didRemove(reason: .timeout)) }) == true)
    }

    @Test(arguments: [UInt8(0x81), 0xFF, 0x23]) func aKitThatEndsASessionOtherwiseFailsIt(reason: UInt8) {
        var (bench, handle) = ranging()
        bench.carryOut(bench.phone.receive(idle(handle, reason), at: bench.links.now))
        #expect(bench.nearby().last == .didInvalidate(code: .sessionFailed))
        let told = bench.events.compactMap { if case .finding(.kit, let finding) = $0 { finding.weight } else { nil } }
        #expect(told == [.warning])
    }

    @Test func aRefusedSessionIsTheRigsFaultFirstAndThenTheSessionsFailure() {
        var bench = PhoneBench()
        bench.onArrival = { inbound in
            if case .kit(.bytes(let bytes)) = inbound, bytes.starts(with: [0x41, 0x03]) {
                return .kit(.bytes([0x41, 0x03, 0x00, 0x02, 0x04, 0x00]))
            }
            return inbound
        }
        _ = bench.range()
        let fault = bench.events.firstIndex { if case .fault(.kit, _) = $0 { true } else { false } }
        let failure = bench.events.firstIndex(
            of: .nearby(accessory: "door", event: .didInvalidate(code: .sessionFailed)))
        #expect(fault != nil && failure != nil && fault ?? 0 < failure ?? 0)
    }

    @Test func aKitThatCannotTakeMoreSessionsFailsTheLast() {
        let names = (0..<17).map { AccessoryName("a\($0)") }
        var bench = PhoneBench(names)
        for name in names { bench.connect(name) }
        bench.play(.seconds(3), until: { bench in names.allSatisfy { bench.isReady($0) } })
        // The kit hears nothing from here on, so it refuses nothing.
        bench.onArrival = { if case .kit = $0 { nil } else { $0 } }
        for name in names { bench.start(name) }
        bench.play(.milliseconds(500))
        #expect(bench.faults.map(\.what).contains { $0.hasSuffix("there are 16 sessions already") })
        let failed = names.filter { bench.nearby($0).contains(.didInvalidate(code: .sessionFailed)) }
        #expect(failed.count == 1)
    }

    @Test func theSameSessionIDCanBeRangedWithAgainAtOnce() {
        let rule = RetryPolicy(attempts: 3, cycle: .cachedConfiguration, renews: .allButSessionID)
        var (bench, _) = ranging(retry: rule)
        for _ in 0..<10 {
            let before = bench.distances("door").count
            bench.carryOut(bench.phone.run(with: "door", at: bench.links.now))
            #expect(bench.play(.seconds(3), until: { $0.distances("door").count > before + 4 }) == true)
        }
        let ids = bench.nearby().compactMap { event in
            if case .didGenerateShareableConfigurationData(let data, _) = event { data.sessionID } else { nil }
        }
        #expect(ids.count == 11 && Set(ids).count == 1)
        #expect(bench.accusations.isEmpty && bench.faults.isEmpty)
    }

    @Test func anotherStationsDistanceIsNobodysAndADoubtAboutTheKit() {
        var (bench, _) = ranging()
        let before = bench.distances("door").count
        bench.onArrival = { inbound in
            // The peer's address in the first measurement of SESSION_INFO_NTF.
            guard case .kit(.bytes(var bytes)) = inbound, bytes.starts(with: [0x62, 0x00]), bytes.count > 31 else {
                return inbound
            }
            bytes[29] ^= 0x40
            return .kit(.bytes(bytes))
        }
        bench.play(.seconds(4))
        #expect(bench.distances("door").count == before)
        #expect(bench.nearby().contains(.didRemove(reason: .timeout)))
        let doubts = bench.events.filter { if case .finding(.kit, _) = $0 { true } else { false } }
        #expect(doubts.count == 2, "one for the run and one for the retry")
        #expect(!bench.accusations.contains { $0.weight != .warning })
    }

    @Test func theKitListensOnForAnAccessoryThatGoesOnRanging() {
        for (defects, isHeard) in [([], false), ([Defect.keepsRangingAfterStop], true)] {
            var bench = PhoneBench(as: .quick(window: 5), defects: Set(defects))
            bench.phone.nearby.settings.lingering = .seconds(3)
            #expect(bench.range() == true)
            bench.stop()
            bench.play(.seconds(6))
            let still = bench.nearby().contains { if case .peerStillRanges = $0 { true } else { false } }
            #expect(still == isHeard, "\(defects)")
            #expect(bench.nearby().contains(.accessoryDidStop) && bench.faults.isEmpty)
            bench.carryOut(bench.phone.shutDown(at: bench.links.now))
            #expect(bench.play(.seconds(5), until: { $0.phone.isQuiet }) == true)
        }
    }

    @Test(arguments: [UInt8(0x01), 0x05, 0x81]) func theEndOfTheListeningIsNoEndOfASession(reason: UInt8) {
        var (bench, handle) = ranging(lingering: .seconds(30))
        bench.stop()
        bench.play(.seconds(1))
        let before = bench.events.count
        bench.carryOut(bench.phone.receive(idle(handle, reason), at: bench.links.now))
        #expect(bench.events.count == before)
        #expect(bench.range() == true && bench.faults.isEmpty)
    }

    @Test func aNewRunEndsTheListening() {
        var (bench, _) = ranging(lingering: .seconds(30))
        bench.stop()
        bench.play(.milliseconds(500))
        let before = bench.distances("door").count
        bench.start()
        #expect(bench.play(.seconds(3), until: { $0.distances("door").count > before + 4 }) == true)
        #expect(bench.faults.isEmpty && bench.accusations.isEmpty)
        bench.stop()
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(5), until: { $0.phone.isQuiet }) == true)
    }

    @Test func anAccessoryThatRangesOnWithoutALinkIsHeard() {
        for (defects, isHeard) in [([], false), ([Defect.keepsRangingAfterDisconnect], true)] {
            var bench = PhoneBench(defects: Set(defects))
            #expect(bench.range() == true)
            bench.carryOut(bench.phone.disconnect(from: "door", at: bench.links.now))
            bench.play(.seconds(5))
            let still = bench.nearby().contains { if case .peerStillRanges = $0 { true } else { false } }
            #expect(still == isHeard, "\(defects)")
            // A healthy accessory falls silent, and the session ends by its timeout.
            let end: [NearbyEvent] = [.didRemove(reason: .timeout), .gaveUp(attempts: 0, reason: .noChannel)]
            #expect(isHeard || Array(bench.nearby().suffix(2)) == end)
        }
    }
}
