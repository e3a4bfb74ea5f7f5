import Ground
import NearbyInteraction
import TestSupport
import Testing

@Suite struct AccessoryConfigurationTests {
    static let good = bytes(vectors("accessory-messages.txt")[0].last!).dropFirst()
    static let newest = bytes(vectors("accessory-messages.txt")[7].last!).dropFirst()

    @Test(arguments: vectors("accessory-messages.txt"))
    func realAndConstructedSamplesAreReadAndWrittenBack(row: [String]) throws {
        let message = bytes(row[5])
        guard case .accessoryConfigurationData(let payload) = try AccessoryMessage(decoding: message) else {
            Issue.record("not configuration data: \(row)")
            return
        }
        let data = try AccessoryConfigurationData(decoding: payload)
        #expect(data.version.description == row[1])
        #expect(data.role.rawValue == UInt8(row[2]))
        #expect(data.address.rawValue == UInt16(row[3], radix: 16))
        #expect(data.clockDriftPPM == UInt16(row[4]))
        #expect(data.preferredUpdateRate == .userInteractive)
        #expect(data.encoded == payload)
        #expect(data.findings().isEmpty, "\(row[0])")
    }

    @Test func theQorvoCaptureIsReadFieldByField() throws {
        let data = try AccessoryConfigurationData(decoding: Array(Self.good))
        #expect(data.manufacturer == 0x0003_F53F)
        #expect(data.model == 3000)
        #expect(data.middleware == 0x0101_0000)
        #expect(data.role == .initiator)
        #expect(data.request == nil)
    }

    @Test func theRequestOfUWB2IsRead() throws {
        let data = try AccessoryConfigurationData(decoding: Array(Self.newest))
        #expect(
            data.request
                == .init(hopping: 0, slotsPerRound: 25, slotDurationRSTU: 2400, intervalMilliseconds: 200))
        #expect(data.extra.isEmpty)
    }

    @Test(arguments: [UWBVersion.v10, .v11, .v20])
    func everyCutIsRefusedWithTheOffsetWhereBytesEnd(version: UWBVersion) {
        let whole = AccessoryConfigurationData(version: version, role: .responder, address: .init(rawValue: 5)).encoded
        for length in 0..<whole.count {
            do throws(Malformed) {
                _ = try AccessoryConfigurationData(decoding: Array(whole.prefix(length)))
                Issue.record("\(length) bytes were enough for UWB \(version)")
            } catch {
                #expect(error.offset == length)
            }
        }
    }

    /// Each row: the byte to change, its new value, the offset and the beginning of the complaint.
    @Test(arguments: [
        (0, 0x00, 0, "accessory protocol major version is 0"), (4, 7, 4, "preferred update rate is 7"),
        (15, 0x13, 15, "UWB configuration length is 19, UWB 1.1 has 21"), (32, 2, 32, "ranging role is 2"),
    ])
    func everyDefectIsReportedWithItsOffsetAndValue(change: (Int, UInt8, Int, String)) throws {
        var payload = Array(Self.good)
        payload[change.0] = change.1
        let faults = try AccessoryConfigurationData(decoding: payload).findings().filter { $0.weight == .fault }
        #expect(faults.first?.offset == change.2)
        #expect(faults.first?.meaning.hasPrefix(change.3) == true, "\(faults)")
    }

    /// Each row: the role and the two bytes after it, with the codes of their faults.
    @Test(
        arguments: [
            ([1, 0x11, 0xD7], []), ([0, 0x11, 0x01], []),
            ([0x11, 0xD7, 1], ["configuration.roleAfterAddress"]),
            ([0x11, 0xD7, 0], ["configuration.roleAfterAddress"]),
            ([5, 0x11, 0xD7], ["configuration.role"]), ([5, 0x01, 0x02], ["configuration.role"]),
        ] as [([UInt8], [String])])
    func aRoleAfterTheAddressIsNotAnyInvalidRole(change: ([UInt8], [String])) throws {
        var payload = Array(Self.good)
        payload.replaceSubrange(32..<35, with: change.0)
        let findings = try AccessoryConfigurationData(decoding: payload).findings()
        #expect(findings.map(\.code.rawValue) == change.1)
    }

    @Test func unusableAddressesAreFaults() throws {
        for address: [UInt8] in [[0, 0], [0xFF, 0xFF]] {
            var payload = Array(Self.good)
            payload.replaceSubrange(33..<35, with: address)
            let findings = try AccessoryConfigurationData(decoding: payload).findings()
            #expect(findings.map(\.offset) == [33])
            #expect(findings.map(\.weight) == [.fault])
        }
    }

    @Test func aTailThatTheLengthByteDoesNotCountIsAFault() throws {
        let data = try AccessoryConfigurationData(decoding: Array(Self.good) + [0])
        #expect(data.extra == [0])
        #expect(data.findings().map(\.meaning) == ["UWB configuration length is 21, but 22 bytes follow"])
        #expect(!data.isAcceptable)
    }

    @Test(arguments: [(42, [5, 0]), (44, [0xB0, 0x04]), (44, [0x61, 0x09]), (46, [49, 0])] as [(Int, [UInt8])])
    func requestsOutOfRangeAreFaults(change: (Int, [UInt8])) throws {
        var payload = Array(Self.newest)
        payload.replaceSubrange(change.0..<change.0 + 2, with: change.1)
        let faults = try AccessoryConfigurationData(decoding: payload).findings().filter { $0.weight == .fault }
        #expect(faults.contains { $0.offset == change.0 }, "\(faults)")
    }

    @Test func anIntervalOfExactlyOneRoundIsAccepted() throws {
        var payload = Array(Self.newest)
        payload[46] = 50
        #expect(try AccessoryConfigurationData(decoding: payload).findings().isEmpty)
    }

    @Test func aNewerVersionIsAWarningAndItsTailIsKept() throws {
        var payload = Array(Self.newest) + [1, 2, 3]
        payload[16] = 3
        payload[15] = 35
        let data = try AccessoryConfigurationData(decoding: payload)
        #expect(data.extra == [1, 2, 3])
        #expect(data.request?.slotsPerRound == 25)
        #expect(data.findings().map(\.weight) == [.warning])
        #expect(data.isAcceptable)
        #expect(data.encoded == payload)
    }

    @Test func theUnverifiedVersion12IsReadLike11() throws {
        var payload = Array(Self.good) + [0, 0]
        payload[18] = 2
        payload[15] = 23
        let data = try AccessoryConfigurationData(decoding: payload)
        #expect(data.clockDriftPPM == 25)
        #expect(data.findings().map(\.weight) == [.warning])
    }

    @Test func hostileDataNeitherTrapsNorChangesInTheRoundTrip() {
        let good = vectors("accessory-messages.txt").map { Array(bytes($0.last!).dropFirst()) }
        var mutator = Mutator(seeds: good, number: 2)
        var accepted = 0
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 80)
            guard let data = try? AccessoryConfigurationData(decoding: input) else { continue }
            accepted += data.findings().isEmpty ? 1 : 0
            if data.encoded != input { Issue.record("\(input.hex) changed to \(data.encoded.hex)") }
        }
        #expect(accepted > 1_000)
    }
}
