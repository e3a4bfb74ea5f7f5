import Ground
import NearbyInteraction
import TestSupport
import Testing

/// A row of the table of limits: a field, a value for it, and the expected outcome.
struct ConfigurationLimit: CustomTestStringConvertible, Sendable {
    let payload: [UInt8]
    let offset: Int
    let what: String
    let outcome: String
    let named: [Int]

    var testDescription: String { "\(what): \(outcome)" }

    static let all = vectors("accessory-configuration-limits.txt").map { ConfigurationLimit($0) }

    private static let bases = ["1.0": 5, "1.1": 6, "2.0": 7]

    private init(_ row: [String]) {
        guard let base = Self.bases[row[0]], let offset = Int(row[1]) else {
            preconditionFailure("the row \(row) has no base or no offset")
        }
        var payload = Array(bytes(vectors("accessory-messages.txt")[base].last ?? "").dropFirst())
        let new = bytes(row[2])
        payload.replaceSubrange(offset..<offset + new.count, with: new)
        self.payload = payload
        self.offset = offset
        what = row[3]
        outcome = row[4]
        named = row.count > 5 ? row[5].split(separator: " ").compactMap { Int($0) } : []
    }
}

@Suite struct ConfigurationLimitsTests {
    @Test(arguments: ConfigurationLimit.all) func aFieldAtItsLimitIsJudgedByTheTable(limit: ConfigurationLimit) {
        let data: AccessoryConfigurationData
        do throws(Malformed) {
            data = try AccessoryConfigurationData(decoding: limit.payload)
        } catch {
            #expect(limit.outcome == "short" && limit.named == [error.offset], "\(error)")
            return
        }
        let findings = data.findings()
        let weights: [(Finding.Weight, String)] = [(.fault, "refused"), (.warning, "warned"), (.note, "noted")]
        let heaviest = weights.first { weight, _ in findings.contains { $0.weight == weight } }
        #expect(limit.outcome == heaviest?.1 ?? "accepted", "\(findings)")
        #expect(findings.filter { $0.weight == heaviest?.0 }.compactMap(\.offset) == limit.named, "\(findings)")
        #expect(data.isAcceptable == (limit.outcome != "refused"))
        #expect(data.encoded == limit.payload)
    }

    @Test func theTableSpeaksOfEveryFieldAndEveryOutcome() {
        let fields = [0, 2, 4, 5, 15, 16, 20, 24, 28, 32, 33, 35, 37, 41, 42, 44, 46]
        #expect(Set(ConfigurationLimit.all.map(\.offset)).isSuperset(of: fields))
        let outcomes = Set(ConfigurationLimit.all.map(\.outcome))
        #expect(outcomes == ["accepted", "noted", "warned", "refused", "short"])
    }

    @Test(arguments: [UWBVersion.v10, .v11, .v20]) func everyLengthUpTo512IsJudged(version: UWBVersion) {
        let whole = AccessoryConfigurationData(version: version, role: .responder, address: .init(rawValue: 5)).encoded
        for length in 0...512 {
            let payload = Array((whole + [UInt8](repeating: 0, count: 512)).prefix(length))
            do throws(Malformed) {
                let data = try AccessoryConfigurationData(decoding: payload)
                let offsets = data.findings().map(\.offset)
                #expect(length >= whole.count && offsets == (length == whole.count ? [] : [15]), "\(length) bytes")
                #expect(data.encoded == payload)
            } catch {
                #expect(length < whole.count && error.offset == length, "\(length) bytes: \(error)")
            }
        }
    }

    @Test(arguments: [UWBVersion.v10, .v11, .v20]) func everyLengthOfShareableDataIsJudged(version: UWBVersion) {
        let accessory = AccessoryConfigurationData(version: version, role: .responder, address: .init(rawValue: 5))
        var generator = SeededGenerator(seed: 1)
        let whole = ShareableConfigurationData.generate(for: accessory, using: &generator).encoded
        for length in 0...512 {
            let payload = Array((whole + [UInt8](repeating: 0, count: 512)).prefix(length))
            do throws(Malformed) {
                let data = try ShareableConfigurationData(decoding: payload)
                #expect(length >= whole.count && data.encoded == payload, "\(length) bytes")
                let offsets = data.findings().map(\.offset)
                #expect(offsets == (length == whole.count ? [] : [4]), "\(length) bytes: \(data.findings())")
            } catch {
                #expect(length < whole.count && error.offset <= length, "\(length) bytes: \(error)")
            }
        }
    }

    @Test func everyLengthOfEveryMessageIsReadOrRefusedWithItsByte() {
        var read = 0
        for id in 0...255 {
            for length in 0...512 where length < 66 || length.isMultiple(of: 37) || length > 509 {
                let message = Array(([UInt8(id)] + [UInt8](repeating: UInt8(id), count: 512)).prefix(length))
                do throws(Malformed) {
                    _ = try AccessoryMessage(decoding: message)
                    read += 1
                    let offsets = AccessoryMessage.findings(in: message).map(\.offset)
                    #expect(offsets.allSatisfy { $0 == 0 || $0 == 1 }, "\(id), \(length) bytes")
                } catch {
                    #expect(error.offset <= length, "\(id), \(length) bytes: \(error)")
                }
                _ = try? PhoneMessage(decoding: message)
            }
        }
        #expect(read > 15_000)
    }
}
