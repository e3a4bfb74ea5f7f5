import Ground
import NearbyInteraction
import Phone
import Testing
import UWB

@Suite struct ShareableDataGeneratorTests {
    private static let accessory = SessionBench.configuration

    /// Returns the shareable configuration data of several runs of one session.
    private func runs(_ count: Int, _ renews: RetryPolicy.Renewal, seed: UInt64 = 1) -> [ShareableConfigurationData] {
        var bench = SessionBench(
            retry: RetryPolicy(attempts: nil, cycle: .cachedConfiguration, renews: renews), seed: seed)
        bench.startAndRun()
        var seen = [bench.shareable].compactMap { $0 }
        while seen.count < count {
            bench.pass(.seconds(3))
            guard let next = bench.shareable else { break }
            seen.append(next)
        }
        return seen
    }

    @Test func aRunRenewsWhatTheRuleSays() {
        let fresh = runs(20, .everything)
        #expect(Set(fresh.map(\.sessionID)).count > 18 && Set(fresh.map(\.address)).count > 18)
        #expect(Set(fresh.map(\.initialization)).count == 20)
        let sameID = runs(20, .allButSessionID)
        #expect(Set(sameID.map(\.sessionID)).count == 1 && Set(sameID.map(\.address)).count > 18)
        #expect(Set(sameID.map(\.initialization)).count == 20)
        let same = runs(20, .init(sessionID: false, vector: false, address: false))
        #expect(Set(same.map(\.sessionID)).count == 1 && Set(same.map(\.address)).count == 1)
        #expect(Set(same.map(\.initialization)).count == 1)
    }

    @Test func theIntervalIsOneOfThosePhonesWereSeenWith() {
        let seen = Set((1...10).flatMap { runs(10, .everything, seed: $0) }.map(\.intervalMilliseconds))
        #expect(seen == [162, 180, 198])
    }

    @Test func everyChoiceIsInTheBytes() throws {
        let vector = try #require(StaticSTSInitialization([1, 2, 3, 4, 5, 6]))
        let choices = ShareableSetup(
            sessionID: 0x0102, address: 0xABCD, vector: vector.bytes, interval: .milliseconds(120),
            slotDurationRSTU: 2400, slotsPerRound: 12, driftPPM: 100, preambleCode: 10, countryCode: "US")
        var bench = SessionBench(settings: NearbySettings(shareable: choices))
        bench.startAndRun()
        let data = try #require(bench.shareable)
        #expect(data.sessionID == 0x0102 && data.address.rawValue == 0xABCD && data.initialization == vector)
        #expect(data.intervalMilliseconds == 120 && data.slotDurationRSTU == 2400 && data.slotsPerRound == 12)
        #expect(data.clockDriftPPM == 100 && data.preambleCode == 10 && data.countryCode == 0x5355)
        guard case .startRanging(let parameters) = bench.effects.last else {
            Issue.record("the kit was not started: \(bench.words)")
            return
        }
        #expect(parameters.sessionID == 0x0102 && parameters.address.rawValue == 0xABCD)
        #expect(parameters.rangingIntervalMilliseconds == 120 && parameters.slotDurationRSTU == 2400)
        #expect(parameters.slotsPerRound == 12 && parameters.preambleCode == 10)
    }

    @Test(arguments: [UInt32(0), 1, 0xFFFF, 0x1_0000, 0xFFFF_FFFF]) func anySessionIDCanBeChosen(id: UInt32) {
        var bench = SessionBench(settings: NearbySettings(shareable: ShareableSetup(sessionID: id)))
        bench.startAndRun()
        #expect(bench.shareable?.sessionID == id && bench.isRunning)
    }

    @Test func olderAccessoriesHaveNoDriftToChoose() {
        var bench = SessionBench(settings: NearbySettings(shareable: ShareableSetup(driftPPM: 100)))
        bench.start()
        let old = AccessoryConfigurationData(version: .v10, role: .responder, address: ShortAddress(rawValue: 7))
        #expect(bench.receive([0x01] + old.encoded).hasSuffix("range"))
        #expect(bench.shareable?.clockDriftPPM == nil && bench.shareable?.encoded.count == 28)
    }

    @Test func whatTheKitCannotExpressFailsTheSession() {
        var bench = SessionBench(settings: NearbySettings(shareable: ShareableSetup(slotsPerRound: 256)))
        bench.start()
        #expect(bench.receive(SessionBench.answer) == "received configuration, doubt: fault, invalid -5887")
    }

    @Test(arguments: 1...200) func whatIsInUseIsDrawnByNobodyElse(seed: UInt64) {
        func generator() -> ShareableDataGenerator {
            ShareableDataGenerator(
                choices: ShareableSetup(), renewal: .everything, generator: SeededGenerator(seed: seed))
        }
        var one = generator()
        let first = one.draw(for: Self.accessory)
        // The same random state gives the same data, unless it is already in use.
        var same = generator()
        #expect(same.draw(for: Self.accessory) == first)
        var other = generator()
        other.others = [.init(sessionID: first.sessionID, address: 0)]
        #expect(other.draw(for: Self.accessory).sessionID != first.sessionID)
        var third = generator()
        third.others = [.init(sessionID: 0, address: first.address.rawValue)]
        #expect(third.draw(for: Self.accessory).address != first.address)
    }

    @Test func noTwoSessionsOfAPhoneShareAnIDOrAnAddress() {
        let names = (0..<16).map { AccessoryName("a\($0)") }
        var desk = NearbyController(
            settings: NearbySettings(), system: SystemSettings(), accessories: names,
            generator: SeededGenerator(seed: 1))
        var ids: Set<UInt32> = []
        var addresses: Set<UInt16> = []
        for (number, name) in names.enumerated() {
            for case .startRanging(let parameters) in desk.cycle(name, address: UInt16(number + 1)).map(\.effect) {
                ids.insert(parameters.sessionID)
                addresses.insert(parameters.address.rawValue)
            }
        }
        #expect(ids.count == 16 && addresses.count == 16)
    }

    @Test func aChosenIDGoesToTheFirstAndTheSecondDrawsItsOwn() {
        var desk = NearbyController(
            settings: NearbySettings(
                shareable: ShareableSetup(sessionID: 0x0102, address: 0x0304)),
            system: SystemSettings(), accessories: ["a", "b"], generator: SeededGenerator(seed: 1))
        var seen: [UInt32] = []
        var notes = 0
        for name in ["a", "b", "a"] as [AccessoryName] {
            let effects = desk.cycle(name, address: 1).map(\.effect)
            for case .startRanging(let parameters) in effects { seen.append(parameters.sessionID) }
            for case .event(.finding(let finding)) in effects where finding.weight == .note { notes += 1 }
        }
        #expect(notes == 1)
        #expect(seen.first == 0x0102 && seen.last == 0x0102 && seen[1] != 0x0102)
    }
}
