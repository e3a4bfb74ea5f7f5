import FirmwareIdentity
import Foundation
import Ground
import Journal
import Links
import RigKit
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// The readings of `Identify` in the journal, and the gate's judgement of them.
@Suite struct IdentifyTests {
    private static let version = "1.2.3"

    private func identities(
        _ firmware: SimulatedFirmware?, _ scenario: Scenario = .named("identify"), defects: Set<Defect> = [],
        ownMTU: UInt16? = nil
    ) throws -> [RunIdentity] {
        let model = AccessoryBuild(advertisedName: "Door", ownMTU: ownMTU, defects: defects, identity: firmware)
        let played = play(scenario, accessories: [(.door, model)])
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        // As a gate reads them, from the journal on disk.
        let lines = try JSONEncoder().encode(played.entries)
        return try JSONDecoder().decode([JournalEntry].self, from: lines).identities()
    }

    private func slots(_ identity: RunIdentity?) -> [ImageSlot] {
        identity?.readings.lazy.compactMap { if case .images(let slots) = $0.claim { slots } else { nil } }.first ?? []
    }

    private func gap(_ identity: RunIdentity?, _ source: IdentityReading.Source) -> IdentityGap? {
        identity?.readings.lazy.compactMap { reading in
            if case .nothing(let gap) = reading.claim, reading.source == source { gap } else { nil }
        }.first
    }

    @Test("an accessory that reports no firmware passes, and both sources are reported as absent")
    func nothing() throws {
        let found = try identities(nil)
        #expect(found.count == 1)
        #expect(
            found.first?.readings == [
                IdentityReading(.deviceInformation, .nothing(gap: .absent)),
                IdentityReading(.management, .nothing(gap: .absent)),
            ])
    }

    @Test("version, hash and state are read with their bytes, whatever fits a packet", arguments: [nil, 23, 64, 247])
    func whole(mtu: UInt16?) throws {
        let found = try identities(SimulatedFirmware(Self.version), ownMTU: mtu)
        let readings = try #require(found.first).readings
        let revision = IdentityReading(
            .deviceInformation, .text(field: .firmwareRevision, text: Self.version, zeros: 0),
            bytes: Array(Self.version.utf8))
        #expect(readings.contains(revision))
        #expect(
            readings.contains(
                IdentityReading(
                    .deviceInformation, .text(field: .hardwareRevision, text: "A", zeros: 1), bytes: [0x41, 0])))
        let slot = try #require(slots(found.first).first)
        #expect(slot.isActive && slot.isConfirmed && slot.version == Self.version && slot.hash != nil)
        #expect(slots(found.first).count == 2 && slots(found.first).last?.isActive == false)
        let raw = try #require(readings.first { $0.source == .management }).bytes
        #expect(try SMPHeader(decoding: raw[...]).length + SMPHeader.size == raw.count)
        #expect(readings.contains { if case .system = $0.claim { true } else { false } })
    }

    @Test("every fault of the simulated firmware becomes a reading, and none fails the accessory")
    func troubles() throws {
        for trouble in SimulatedFirmware.Flaw.allCases {
            let found = try identities(SimulatedFirmware(Self.version, trouble: trouble)).first
            let slot = slots(found).first
            switch trouble {
            case .olderRuns: #expect(slot?.version == "1.0.0" && slot?.isActive == true)
            case .unconfirmed: #expect(slot?.isConfirmed == false && slot?.isActive == true)
            case .noHash: #expect(slot != nil && slot?.hash == nil)
            case .swaps: #expect(slot?.version == Self.version)
            case .garbles:
                guard case .malformed? = gap(found, .management) else {
                    Issue.record("\(found?.readings ?? [])")
                    continue
                }
            case .mute: #expect(gap(found, .management) == .unanswered)
            case .wrongSequence: #expect(gap(found, .management) == .foreign(sequence: 2))
            case .refuses: #expect(gap(found, .management) == .error(error: SMPError(group: 1, code: 11)))
            case .noManagement: #expect(gap(found, .management) == .absent)
            case .noInformation: #expect(gap(found, .deviceInformation) == .absent && slot?.isActive == true)
            // The vendor-specific characteristic is not read here.
            case .cutHash, .garbledHash, .hidesHash: #expect(slot?.isActive == true)
            }
        }
    }

    @Test("an image on trial is gone after a reset, and the console reports that too")
    func reverts() throws {
        let firmware = SimulatedFirmware(Self.version, trouble: .unconfirmed)
        let found = try identities(firmware, .named("identifyAfterReset"))
        #expect(found.count == 2)
        #expect(slots(found.first).first?.version == Self.version)
        #expect(slots(found.last).first?.version == "1.0.0" && slots(found.last).first?.isConfirmed == true)
        #expect(found.last?.readings.contains { $0.claim == .version(text: "v1.0.0") } == true)
    }

    @Test("firmware that is swapped between two readings shows in the second one")
    func swapped() throws {
        let twice = Scenario("twice", "Reads it twice") {
            Repeat(2) {
                Connect(.door, within: .seconds(5))
                Identify(.door, within: .seconds(15))
                Disconnect(.door, within: .seconds(2))
            }
        }
        let found = try identities(SimulatedFirmware(Self.version, trouble: .swaps), twice)
        #expect(found.map { slots($0).first?.version } == [Self.version, "1.0.0"])
        let revisions = found.map { identity in
            identity.readings.contains {
                if case .text(.firmwareRevision, Self.version, _) = $0.claim { true } else { false }
            }
        }
        #expect(revisions == [true, false])
    }

    @Test("an accessory that answers nothing is asked until the limit")
    func limit() throws {
        let short = Scenario("short", "Asks for a second") {
            Connect(.door, within: .seconds(5))
            Identify(.door, within: .seconds(1))
            Disconnect(.door, within: .seconds(2))
        }
        let found = try identities(SimulatedFirmware(Self.version, trouble: .mute), short)
        #expect(gap(found.first, .management) == .unanswered)
        #expect(found.first?.readings.contains { $0.source == .deviceInformation && $0.tells } == true)
    }

    @Test("the management server is asked before a vendor characteristic, and neither hides the other")
    func order() throws {
        let shown = HashCharacteristic(service: "FFF0", characteristic: "FFF1")
        let sources = { (identity: RunIdentity?) in identity?.readings.map(\.source) ?? [] }
        let asking = Scenario.named("identify").identifying(by: shown.place)
        let healthy = try identities(SimulatedFirmware(Self.version, shown: shown), asking).first
        #expect(sources(healthy).last == .characteristic && slots(healthy).first?.isActive == true)
        let mute = try identities(SimulatedFirmware(Self.version, trouble: .mute, shown: shown), asking).first
        #expect(gap(mute, .management) == .unanswered)
        #expect(mute?.readings.last?.source == .characteristic && mute?.readings.last?.bytes.count == 32)
        let short = Scenario("short", "Asks for a second") {
            Connect(.door, within: .seconds(5))
            Identify(.door, reading: shown.place, within: .seconds(1))
            Disconnect(.door, within: .seconds(2))
        }
        let cut = try identities(SimulatedFirmware(Self.version, trouble: .mute, shown: shown), short).first
        #expect(gap(cut, .management) == .unanswered && gap(cut, .characteristic) == .interrupted)
    }

    private static let overConsole = Scenario("overConsole", "Asks over the console, too") {
        Connect(.door, within: .seconds(5))
        Identify(.door, console: .smp, within: .seconds(15))
        Disconnect(.door, within: .seconds(2))
    }

    @Test("the management server answers over the console, in lines between those of the log")
    func console() throws {
        for management in SimulatedFirmware.Management.allCases {
            let found = try identities(SimulatedFirmware(Self.version, management: management), Self.overConsole).first
            let bySource = Dictionary(grouping: found?.readings ?? [], by: \.source)
            let printed = bySource[.managementConsole] ?? []
            guard management != .bluetooth else {
                #expect(printed.map(\.claim) == [.nothing(gap: .unanswered)])
                continue
            }
            #expect(gap(found, .management) == (management == .console ? .absent : nil))
            guard case .images(let slots)? = printed.first?.claim, case .system? = printed.last?.claim else {
                Issue.record("\(printed)")
                continue
            }
            #expect(printed.count == 2 && slots.first?.version == Self.version && slots.first?.hash != nil)
            let raw = printed[0].bytes
            #expect(try SMPHeader(decoding: raw[...]).length + SMPHeader.size == raw.count)
            // Protocol lines are not printed versions.
            #expect(found?.readings.contains { $0.source == .console } == false)
        }
        let none = try identities(SimulatedFirmware(Self.version, management: .both)).first
        #expect(none?.readings.contains { $0.source == .managementConsole } == false)
    }

    @Test("every fault of the management server is reported over the console as well")
    func consoleTroubles() throws {
        let gaps: [(SimulatedFirmware.Flaw, IdentityGap?)] = [
            (.mute, .unanswered), (.wrongSequence, .foreign(sequence: 2)), (.noManagement, .unanswered),
            (.refuses, .error(error: SMPError(group: 1, code: 11))), (.olderRuns, nil), (.unconfirmed, nil),
        ]
        for (trouble, expected) in gaps {
            let firmware = SimulatedFirmware(Self.version, trouble: trouble, management: .console)
            let found = try identities(firmware, Self.overConsole).first
            #expect(gap(found, .managementConsole) == expected, "\(trouble.rawValue): \(found?.readings ?? [])")
        }
        let garbled = SimulatedFirmware(Self.version, trouble: .garbles, management: .console)
        guard case .malformed? = gap(try identities(garbled, Self.overConsole).first, .managementConsole) else {
            Issue.record("it was read")
            return
        }
    }

    @Test("sequence numbers continue from one identification to the next, because a console outlives the link")
    func numbers() throws {
        let twice = Scenario("twice", "Asks twice over the console") {
            Repeat(2) {
                Connect(.door, within: .seconds(5))
                Identify(.door, console: .smp, within: .seconds(15))
                Disconnect(.door, within: .seconds(2))
            }
        }
        let found = try identities(SimulatedFirmware(Self.version, management: .console), twice)
        let answers = found.flatMap(\.readings).filter { $0.source == .managementConsole }
        #expect(try answers.map { try SMPHeader(decoding: $0.bytes[...]).sequence } == [1, 2, 3, 4])
    }

    @Test("a bench without a console skips an identification over one")
    func noConsole() {
        let needs = Self.overConsole.needs
        #expect(needs.contains(.console(.door)))
        #expect(!Scenario.named("identify").needs.contains(.console(.door)))
    }

    @Test("a hash that equals the candidate's proves it, another one contradicts it")
    func judged() throws {
        let hash = [UInt8](repeating: 0x5A, count: 32)
        // A header, no body, and one TLV: the hash.
        let file =
            try #require([UInt8](hex: "3DB8F396 00000000 2000 0000 00000000 00000000 01020300 00000000 00000000"))
            + [0x07, 0x69, 0x28, 0, 0x10, 0, 0x20, 0] + hash
        let candidate = try FirmwareCandidate.read(
            file, sha256: String(repeating: "0", count: 64), digest: { _, _ in hash })
        let levels: [(SimulatedFirmware.Flaw?, IdentityLevel)] = [
            (nil, .proved), (.olderRuns, .contradicted), (.unconfirmed, .claimed), (.noHash, .claimed),
            (.mute, .claimed), (.noManagement, .claimed), (.noInformation, .proved),
        ]
        for (trouble, level) in levels {
            let firmware = SimulatedFirmware(Self.version, imageHash: hash, trouble: trouble)
            let readings = try #require(try identities(firmware).first).readings
            #expect(IdentityJudgement(of: candidate, by: readings).level == level, "\(trouble?.rawValue ?? "healthy")")
            // The console alone leads to the same result.
            let printed = SimulatedFirmware(Self.version, imageHash: hash, trouble: trouble, management: .console)
            let read = try #require(try identities(printed, Self.overConsole).first).readings
            #expect(IdentityJudgement(of: candidate, by: read).level == level, "\(trouble?.rawValue ?? "healthy")")
        }
        let silent = try #require(try identities(nil).first).readings
        #expect(IdentityJudgement(of: candidate, by: silent).level == .unknown)
    }

    @Test(
        "a characteristic of the maker's own proves, contradicts or tells nothing",
        arguments: [
            HashCharacteristic.Form.bytes, .digits,
        ])
    func shown(form: HashCharacteristic.Form) throws {
        let (hash, zeros) = ([UInt8](1...32), String(repeating: "0", count: 64))
        let candidate = try FirmwareCandidate.read(
            Array("any bytes".utf8), sha256: hash.hex(separator: ""), digest: { _, _ in nil })
        let other = try FirmwareCandidate.read(Array("any bytes".utf8), sha256: zeros, digest: { _, _ in nil })
        let levels: [(SimulatedFirmware.Flaw?, IdentityLevel)] = [
            (nil, .proved), (.olderRuns, .contradicted), (.cutHash, .unknown), (.hidesHash, .unknown),
            (.noHash, .unknown), (.garbledHash, form == .bytes ? .contradicted : .unknown), (.noManagement, .proved),
            (.noInformation, .proved),
            // A server that could report that the image runs on trial, and does not, is not taken for confirmation.
            (.mute, .claimed), (.refuses, .claimed), (.garbles, .claimed), (.wrongSequence, .claimed),
        ]
        for prefix in [nil, 8, 24] {
            let shown = HashCharacteristic(
                service: "6E400001-B5A3-F393-E0A9-E50E24DCCA99", characteristic: "FFF1", shows: .fileHash,
                written: form, prefix: prefix)
            let wanted = IdentityExpectation(shown: shown)
            let asking = Scenario.named("identify").identifying(by: shown.place)
            for (trouble, level) in levels {
                let firmware = SimulatedFirmware(Self.version, trouble: trouble, shown: shown, shownHash: hash)
                // The smallest packet; longer values are read in pieces.
                let readings = try #require(try identities(firmware, asking, ownMTU: 23).first).readings
                let judged = IdentityJudgement(of: candidate, by: readings, expecting: wanted)
                #expect(judged.level == level, "\(trouble?.rawValue ?? "healthy"): \(judged.reasons)")
                if trouble == .hidesHash { #expect(readings.contains { $0.claim == .nothing(gap: .absent) }) }
            }
            let healthy = SimulatedFirmware(Self.version, shown: shown, shownHash: hash)
            let readings = try #require(try identities(healthy, asking).first).readings
            #expect(IdentityJudgement(of: other, by: readings, expecting: wanted).level == .contradicted)
            let unasked = try #require(try identities(healthy).first).readings
            let reasons = IdentityJudgement(of: candidate, by: unasked, expecting: wanted).reasons
            #expect(reasons.contains(.shownNotAsked))
        }
    }

    @Test("firmware that is swapped between two readings shows it in its own characteristic")
    func shownSwapped() throws {
        let shown = HashCharacteristic(service: "FFF0", characteristic: "FFF1")
        let twice = Scenario("twice", "Reads it twice") {
            Repeat(2) {
                Connect(.door, within: .seconds(5))
                Identify(.door, reading: shown.place, within: .seconds(15))
                Disconnect(.door, within: .seconds(2))
            }
        }
        let found = try identities(SimulatedFirmware(Self.version, trouble: .swaps, shown: shown), twice)
        let values = found.map { identity in identity.readings.first { $0.source == .characteristic }?.bytes.count }
        #expect(values == [32, 32])
        #expect(
            found.first?.readings.contains { reading in
                reading.source == .characteristic && found.last?.readings.contains(reading) == true
            } == false)
    }
}
