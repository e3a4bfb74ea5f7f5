import GATT
import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing
import UWB
import Views

/// Returns one frame between phone and door.
private func att(_ pdu: ATTPDU, _ direction: FrameRecord.Direction = .outbound, number: Int = 1) -> TimelineEntry {
    var decoder = MeaningDecoder()
    let meaning =
        direction == .outbound
        ? decoder.meaning(of: Outbound.bluetooth("door", .frame(pdu.encoded)), at: .start)
        : decoder.meaning(of: Inbound.bluetooth("door", .frame(pdu.encoded)), at: .start)
    return TimelineEntry(
        .frame(.init(number: number, link: .bluetooth("door"), direction: direction, meaning: meaning)),
        at: .start + .milliseconds(number))
}

struct ComparisonTests {
    @Test("two runs of one scenario with one seed mean the same, including all measurements", arguments: Scenario.all)
    func sameSeed(scenario: Scenario) throws {
        let run = try RecordedRun(scenario, seed: 3)
        #expect(try run.differences(from: RecordedRun(scenario, seed: 3), includingMeasurements: true) == [])
    }

    @Test("with another seed the full flow draws other ids and measures other distances, and means the same")
    func otherSeed() throws {
        let run = try RecordedRun(.named("fullFlow"), seed: 1)
        let other = try RecordedRun(.named("fullFlow"), seed: 2)
        let differences = run.differences(from: other)
        #expect(differences.flatMap(\.lines) == [])
        #expect(run.texts != other.texts)
        #expect(!run.differences(from: other, includingMeasurements: true).isEmpty)
    }

    /// Scenarios in which both sides speak at once, or an app leaves while they do: the order of the frames is random.
    private static let racing = [
        "cutWithinMoves", "hundredReturns", "controllerInput", "bulkBesideInput", "lossyNetwork",
    ]

    @Test(
        "with another seed agents draw other tokens, and the run means the same",
        arguments: Scenario.all.filter { scenario in
            !scenario.phone.companions.isEmpty && !racing.contains { scenario.name.hasPrefix($0) }
        })
    func otherTokens(scenario: Scenario) throws {
        let run = try RecordedRun(scenario, seed: 1)
        #expect(run.differences(from: try RecordedRun(scenario, seed: 2)).flatMap(\.lines) == [])
    }

    @Test("a defective accessory's run diverges from a healthy one's at the defect")
    func defect() throws {
        let healthy = try RecordedRun(.named("configurationExchange"))
        let rig = try Rig.simulated.replacing("door=simulated:defect=answersTwice,name=Door")
        let broken = try RecordedRun(.named("configurationExchange"), on: rig)
        let difference = try #require(healthy.differences(from: broken).first { $0.stream == "bluetooth door" })
        #expect(difference.b?.text.contains("accessoryConfigurationData") == true, "\(difference.lines)")
        #expect(difference.lines.last?.contains("accessoryConfigurationData") == true)
        #expect(!difference.before.isEmpty && difference.alike > 10)
    }

    @Test("the first difference is named with the last agreement before it")
    func firstDifference() {
        var comparison = TraceComparison()
        let common = (1...5).map { att(.readRequest(AttributeHandle(UInt16($0))), number: $0) }
        for entry in common { comparison.receive(entry, of: .a) }
        for entry in common { comparison.receive(entry, of: .b) }
        comparison.receive(att(.writeCommand(0x09, [1]), number: 6), of: .a)
        comparison.receive(att(.writeCommand(0x09, [2]), number: 6), of: .b)
        comparison.receive(att(.readRequest(0x30), number: 7), of: .a)
        let differences = comparison.finish()
        #expect(differences.count == 1)
        #expect(differences.first?.alike == 5)
        #expect(differences.first?.before == Array(common.suffix(3)))
        #expect(differences.first?.a?.frame?.number == 6 && differences.first?.b?.frame?.number == 6)
    }

    @Test("a run that ends sooner diverges where it ends")
    func shorter() {
        var comparison = TraceComparison()
        comparison.receive(att(.readRequest(0x01)), of: .b)
        let differences = comparison.finish()
        #expect(differences.first?.a == nil && differences.first?.b != nil)
        #expect(differences.first?.lines.contains("    A     nothing more") == true)
    }

    @Test("a session id that changes in the middle of one run is a difference")
    func inconsistentIDs() {
        func start(_ id: UInt32) -> TimelineEntry {
            let accessory = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 1))
            var generator = SeededGenerator(seed: 1)
            var data = ShareableConfigurationData.generate(for: accessory, using: &generator)
            data.sessionID = id
            return att(.writeCommand(0x12, [0x0B] + data.encoded))
        }
        func differences(_ a: [UInt32], _ b: [UInt32]) -> Int {
            var comparison = TraceComparison()
            for id in a { comparison.receive(start(id), of: .a) }
            for id in b { comparison.receive(start(id), of: .b) }
            return comparison.finish().count
        }
        #expect(differences([5, 5, 6], [7, 7, 8]) == 0)
        #expect(differences([5, 5, 6], [7, 8, 8]) == 1)
    }

    @Test("the number of times nothing happened is no difference")
    func routine() {
        func look(_ inbound: Bool) -> TimelineEntry {
            var decoder = MeaningDecoder()
            let meaning =
                inbound
                ? decoder.meaning(of: Inbound.reader(.noTag), at: .start)
                : decoder.meaning(of: Outbound.reader(.poll), at: .start)
            let frame = TimelineEntry.Frame(
                number: 1, link: .reader, direction: inbound ? .inbound : .outbound, meaning: meaning)
            return TimelineEntry(.frame(frame), at: .start)
        }
        var comparison = TraceComparison()
        for _ in 1...3 { for side in [false, true] { comparison.receive(look(side), of: .a) } }
        for _ in 1...9 { for side in [false, true] { comparison.receive(look(side), of: .b) } }
        #expect(comparison.finish() == [])
    }

    @Test("it makes no difference how the kit's line cuts its messages or orders its rounds")
    func ranging() {
        func round(_ session: UInt32, _ number: UInt32, _ distance: Distance?) -> [UInt8] {
            let peer = ShortMACAddress(rawValue: UInt16(session))
            let measurement =
                distance.map { TWRMeasurement(peer: peer, distance: $0) }
                ?? TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 1)
            let info = SessionInfo(
                sequenceNumber: number, token: SessionToken(rawValue: session), rangingIntervalMilliseconds: 200,
                measurements: [measurement])
            return UCINotification.sessionInfo(info).packet.encoded
        }
        // Both sessions are known, with their peers' addresses, before they range.
        let opening = (1...2).flatMap { (number: UInt16) in
            var configuration = AppConfiguration()
            configuration.set(.destinationMACAddress, number)
            let token = SessionToken(rawValue: UInt32(number))
            return [
                UCIResponse.sessionInit(.ok, handle: token).packet.encoded,
                UCIResponse.appConfig(.ok, configuration).packet.encoded,
            ]
        }
        let closing = UCIResponse.stop(.ok).packet.encoded
        func differences(_ a: [[UInt8]], _ b: [[UInt8]]) -> Int {
            var comparison = TraceComparison()
            for (run, pieces) in [(ComparedRun.a, a), (.b, b)] {
                var decoder = MeaningDecoder()
                for bytes in opening + pieces + [closing] {
                    let meaning = decoder.meaning(of: Inbound.kit(.bytes(bytes)), at: .start)
                    let frame = TimelineEntry.Frame(number: 1, link: .kit, direction: .inbound, meaning: meaning)
                    comparison.receive(TimelineEntry(.frame(frame), at: .start), of: run)
                }
            }
            return comparison.finish().count
        }
        let near = Distance.metres(1)
        let rounds = [round(1, 0, near), round(2, 0, near), round(1, 1, nil), round(1, 2, near)]
        let others = [round(2, 0, .metres(2)), round(1, 0, nil), round(1, 1, near)]
        let stream = others.flatMap { $0 }
        #expect(differences(rounds, others) == 0)
        #expect(differences(rounds, [Array(stream[..<70]), Array(stream[70...])]) == 0)
        #expect(differences(rounds, [round(1, 0, near), round(2, 0, nil)]) == 1, "one session never had a distance")
        #expect(differences(rounds, [round(1, 0, near)]) == 1, "one session never had a round")
    }

    @Test("a run that is too far ahead is compared no further, and the comparison says so")
    func bound() {
        var comparison = TraceComparison()
        let entry = att(.readRequest(0x01))
        for _ in 0...TraceComparison.furthestAhead { comparison.receive(entry, of: .a) }
        #expect(comparison.cutStreams == ["bluetooth door"])
        comparison.receive(att(.readRequest(0x02)), of: .b)
        #expect(comparison.finish() == [])
    }

    private static func zone(_ zone: ZoneName, _ metres: Double) -> PhoneEvent {
        .zone(accessory: "door", change: ZoneChange(.entered, zone, at: .metres(metres)))
    }

    private static func connected(_ address: UInt64) -> PhoneEvent {
        let address = BluetoothAddress(value: address, kind: .random)
        return .channel(accessory: "door", event: .connected(address: address))
    }

    private static func note(_ event: JournalEvent) throws -> TimelineEntry {
        let note = try #require(TraceNote(JournalEntry(event, at: .start)))
        var reader = TimelineReader()
        let entry = reader.receive(.journal(note))
        return try #require(entry)
    }

    @Test(
        "notes are compared by their values, without addresses and measured ones",
        arguments: [
            (zone("far", 2.97), zone("far", 2.94), true), (zone("far", 2.97), zone("near", 2.97), false),
            (connected(1), connected(2), true),
            (
                .nearby(accessory: "door", event: .retry(attempt: 1)),
                .nearby(accessory: "door", event: .retry(attempt: 2)), false
            ),
        ] as [(PhoneEvent, PhoneEvent, Bool)])
    func notes(a: PhoneEvent, b: PhoneEvent, areAlike: Bool) throws {
        var comparison = TraceComparison()
        comparison.receive(try Self.note(.phone(event: a)), of: .a)
        comparison.receive(try Self.note(.phone(event: b)), of: .b)
        #expect(comparison.finish().isEmpty == areAlike)
    }
}
