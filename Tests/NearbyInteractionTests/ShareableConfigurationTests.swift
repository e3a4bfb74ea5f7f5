import Ground
import NearbyInteraction
import TestSupport
import Testing

@Suite struct ShareableConfigurationTests {
    static let capture = Array(bytes(vectors("configure-messages.txt")[0].last!).dropFirst())

    @Test(arguments: vectors("configure-messages.txt"))
    func capturesOfPhonesAreReadAndWrittenBack(row: [String]) throws {
        guard case .configureAndStart(let payload) = try PhoneMessage(decoding: bytes(row[7])) else {
            Issue.record("not configureAndStart: \(row)")
            return
        }
        let data = try ShareableConfigurationData(decoding: payload)
        #expect(data.version.description == row[1])
        #expect(data.sessionID == UInt32(row[2], radix: 16))
        #expect(data.intervalMilliseconds == UInt16(row[3]))
        #expect(data.address.rawValue == UInt16(row[4], radix: 16))
        #expect(data.clockDriftPPM == UInt16(row[5]))
        #expect(data.initialization.bytes == bytes(row[6]))
        #expect(data.channel == 9 && data.preambleCode == 11 && data.slotsPerRound == 6)
        #expect(data.slotDurationRSTU == 3600 && data.roundControl == 3)
        #expect(data.encoded == payload)
        #expect(data.findings().isEmpty, "\(row[0])")
    }

    @Test func aCutTailIsRefusedEvenWithAnIntactLengthByte() {
        for length in 0..<Self.capture.count {
            #expect(throws: Malformed.self) {
                _ = try ShareableConfigurationData(decoding: Array(Self.capture.prefix(length)))
            }
        }
    }

    /// Each row: the bytes to change from an offset on, and the offset and weight of the finding.
    @Test(
        arguments: [
            (4, [0x17], 4, Finding.Weight.fault), (5, [0x65], 5, .warning), (7, [0, 0, 0, 0], 7, .warning),
            (9, [1], 7, .warning), (11, [8], 11, .fault), (12, [7], 12, .fault), (13, [5, 0], 13, .fault),
            (15, [0x61], 15, .fault), (17, [17, 0], 17, .fault), (19, [0xFF], 19, .warning),
            (26, [0xFF, 0xFF], 26, .fault), (26, [0, 0], 26, .fault),
        ] as [(Int, [UInt8], Int, Finding.Weight)])
    func everyDefectIsReportedWithItsOffset(change: (Int, [UInt8], Int, Finding.Weight)) throws {
        var payload = Self.capture
        payload.replaceSubrange(change.0..<change.0 + change.1.count, with: change.1)
        let findings = try ShareableConfigurationData(decoding: payload).findings()
        #expect(findings.contains { $0.offset == change.2 && $0.weight == change.3 }, "\(findings)")
    }

    @Test(arguments: [UWBVersion.v10, .v11, .v20])
    func whatIsGeneratedFitsTheAccessoryAndItsOwnRules(version: UWBVersion) throws {
        let accessory = AccessoryConfigurationData(version: version, role: .initiator, address: .init(rawValue: 9))
        var generator = SeededGenerator(seed: 4)
        var sessions: Set<UInt32> = []
        var intervals: Set<UInt16> = []
        for _ in 0..<200 {
            let data = ShareableConfigurationData.generate(for: accessory, using: &generator)
            #expect(data.version == version)
            #expect(data.findings().isEmpty)
            #expect(data.address != accessory.address)
            #expect(try ShareableConfigurationData(decoding: data.encoded) == data)
            sessions.insert(data.sessionID)
            intervals.insert(data.intervalMilliseconds)
        }
        #expect(sessions.count > 190)
        #expect(intervals == [162, 180, 198])
    }

    @Test func theAccessorysOwnAddressIsNeverDrawn() {
        var twin = SeededGenerator(seed: 11)
        let first = ShareableConfigurationData.generate(
            for: AccessoryConfigurationData(role: .responder, address: .init(rawValue: 0)), using: &twin)
        var generator = SeededGenerator(seed: 11)
        let second = ShareableConfigurationData.generate(
            for: AccessoryConfigurationData(role: .responder, address: first.address), using: &generator)
        #expect(second.address != first.address)
        #expect(second.address.isUsable)
        #expect(second.sessionID == first.sessionID)
    }

    @Test func theSameSeedGivesTheSameData() {
        let accessory = AccessoryConfigurationData(role: .responder, address: .init(rawValue: 3))
        var one = SeededGenerator(seed: 1)
        var two = SeededGenerator(seed: 1)
        #expect(
            ShareableConfigurationData.generate(for: accessory, using: &one)
                == ShareableConfigurationData.generate(for: accessory, using: &two))
    }

    @Test func anUnknownNewerVersionIsAnsweredWithTheNewestKnown() {
        var accessory = AccessoryConfigurationData(version: .v20, role: .responder, address: .init(rawValue: 3))
        accessory.version = UWBVersion(major: 3, minor: 1)
        var generator = SeededGenerator(seed: 1)
        #expect(ShareableConfigurationData.generate(for: accessory, using: &generator).version == .v20)
        accessory.version = UWBVersion(major: 1, minor: 2)
        #expect(ShareableConfigurationData.generate(for: accessory, using: &generator).version == .v11)
    }

    @Test func hostileDataNeitherTrapsNorChangesInTheRoundTrip() {
        let good = vectors("configure-messages.txt").map { Array(bytes($0.last!).dropFirst()) }
        var mutator = Mutator(seeds: good, number: 3)
        var accepted = 0
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 80)
            guard let data = try? ShareableConfigurationData(decoding: input) else { continue }
            accepted += data.findings().isEmpty ? 1 : 0
            if data.encoded != input { Issue.record("\(input.hex) changed to \(data.encoded.hex)") }
        }
        #expect(accepted > 1_000)
    }
}
