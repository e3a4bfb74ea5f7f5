import ATT
import Ground
import Links
import NearbyInteraction
import ScenarioKit
import Scenarios
import Testing
import UCI
import Zoo

@testable import Simulators

/// The part of a recording that is in memory when the rest is stored elsewhere.
struct RecordedKeepingTests {
    private static let told = AttributeHandle(8)

    private func stored<Value: Storable & Equatable>(_ value: Value) throws -> Bool {
        var bytes: [UInt8] = []
        value.append(to: &bytes)
        var reader = ByteReader(bytes)
        let again = try Value(reading: &reader)
        return again == value && reader.isAtEnd
    }

    @Test("everything that is kept is read as it was")
    func records() throws {
        let acts: [RecordedAct] = [
            .frame([1, 2, 3], nil, isLong: true),
            .frame([], RecordedAct.Echo(start: 3, count: 4, skipped: 1), isLong: false),
            .hangUp, .loseLink, .losePower(.cycle), .losePower(.factoryReset), .requestSecurity, .console("är\u{1B}"),
            .requestParameters(.iPhone),
        ]
        for act in acts {
            #expect(try stored(act), "\(act)")
            for subscription in [nil, AttributeHandle(0), AttributeHandle(8)] {
                #expect(
                    try stored(
                        CueTable.Following(act: act, delay: .milliseconds(-3), order: 7, subscription: subscription)))
            }
        }
        let message = RecordedMessage(
            frame: 5, instant: .never, wait: .milliseconds(-1), value: [9, 8], handle: 0xFFFF)
        #expect(try stored(message))
        for (peer, distance) in [(MACAddress.short(ShortMACAddress(rawValue: 7)), 5), (.extended(.max), 0xFFFF)] {
            var measured = TWRMeasurement(
                peer: peer, status: .okNegativeDistance, lineOfSight: .blocked, rawDistance: UInt16(distance),
                slotIndex: 3, rawRSSI: 4)
            measured.azimuth = AngleOfArrival(raw: -5, merit: 1)
            measured.elevation = AngleOfArrival(raw: 6, merit: 2)
            measured.peerAzimuth = AngleOfArrival(raw: 7, merit: 3)
            measured.peerElevation = AngleOfArrival(raw: 8, merit: 4)
            #expect(try stored(RangingTrack.Round(offset: .seconds(3), measurement: measured)))
        }
        #expect(try stored(RangingTrack.Round(offset: .seconds(3), measurement: nil)))
    }

    @Test("answers are kept with how the link was")
    func answers() throws {
        let answers: [ResponseTable.Answer] = [
            .reply([1, 2], after: .milliseconds(3)), .echo(after: .zero), .hangUp(after: .seconds(1)), .silence,
        ]
        for answer in answers {
            let state = ResponseTable.State(connection: 3, isEncrypted: true, mtu: 185)
            var bytes: [UInt8] = []
            ResponseTable.Entry(state: state, answer: answer).append(to: &bytes)
            var reader = ByteReader(bytes)
            let again = try ResponseTable.Entry(reading: &reader)
            #expect(again.state == state && again.answer == answer && reader.isAtEnd)
        }
    }

    @Test("a run against a recording that is kept goes as one against the same in memory")
    func sameRun() throws {
        let often = Scenario("often", "Exchanges configurations again and again") {
            Connect(.door, within: .seconds(5))
            Repeat(40) {
                Exchange(.configuration, with: .door, within: .seconds(1))
                Stop(.door, within: .seconds(1))
            }
        }
        for (scenario, defect) in [
            (often, nil), (.named("zoneWalk"), Defect.noisyDistance), (.named("fullFlow"), .answersTwice),
        ] {
            let recorded = try RecordedRun(of: scenario, with: ZooAccessory(.appleSample, defect))
            let storage = CountingKeeper()
            let now = try recorded.framesPlayedAgain(storedIn: storage)
            #expect(try now == recorded.framesPlayedAgain(), "\(scenario.name)")
            #expect(storage.count > 0 || scenario != often)
        }
    }

    @Test("of a hundred thousand reads and messages a few are in memory, before they are played and while they are")
    func longBook() {
        var (answers, cues) = (ResponseTable(storedIn: CountingKeeper()), CueTable(storedIn: CountingKeeper()))
        let request = RequestKey(ATTPDU.readRequest(3).encoded)
        let count = 100_000
        for number in 0..<count {
            let state = ResponseTable.State(connection: 1 + number / 100, isEncrypted: false, mtu: 23)
            answers.add(.reply([11, UInt8(number % 251)], after: .milliseconds(2)), to: request, in: state)
            let place = cues.begin(.written(6, WrittenValue([0x0A])), connection: 1 + number / 100)
            let act = RecordedAct.frame([27, 8, 0, UInt8(number % 251)], nil, isLong: false)
            cues.add(CueTable.Following(act: act, delay: .milliseconds(5), order: number, subscription: nil), at: place)
        }
        cues.close()
        var most = 0
        for number in 0..<count {
            let state = ResponseTable.State(connection: 1 + number / 100, isEncrypted: false, mtu: 23)
            let answer = answers.answer(to: request, in: state)
            var act: CueTable.Following?
            if var cursor = cues.take(.written(6, WrittenValue([0x0A])), connection: state.connection) {
                act = cues.next(&cursor)
            }
            guard answer == .reply([11, UInt8(number % 251)], after: .milliseconds(2)), act?.order == number else {
                Issue.record("\(number) was not played in its turn")
                return
            }
            most = max(most, answers.inMemory + cues.inMemory)
        }
        #expect(answers.medianDelay(upTo: .milliseconds(30)) == .milliseconds(2) && most < 2_000, "\(most)")
    }

    @Test("what a sensor tells for days after one message is planned a little ahead of its time, and all of it comes")
    func succession() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.phone(.writeCommand(6, [0x0A]), at: 1_000)
        let count = 20_000
        for number in 0..<count {
            hand.accessory(.notification(Self.told, [UInt8(number % 251)]), at: 2_000 + 100 * number)
        }
        var accessory = RecordedAccessory(hand.recording(storedIn: CountingKeeper()))
        _ = accessory.connected(at: .start)
        var sent = accessory.receive(ATTPDU.writeCommand(6, [0x0A]).encoded, at: .start)
        var (most, instants) = (0, [Instant]())
        while let due = accessory.deadline {
            let now = accessory.advance(to: due).filter { if case .frame = $0 { true } else { false } }
            instants += now.map { _ in due }
            sent += now
            most = max(most, accessory.planned)
        }
        let expected = (0..<count).map { number in
            SimulatedAccessoryEffect.frame(ATTPDU.notification(Self.told, [UInt8(number % 251)]).encoded)
        }
        #expect(sent == expected && most <= 256, "\(sent.count), \(most)")
        let late = instants.indices.filter { instants[$0] != .start + .milliseconds(1_000 + 100 * $0) }
        #expect(late.isEmpty, "\(late.count)")
    }

    @Test("a link that ends takes with it what is not planned yet, though another one comes, and a console goes on")
    func successionWithoutLink() {
        var hand = HandRecording()
        hand.connect(at: 0)
        for number in 0..<300 {
            hand.accessory(.notification(Self.told, [1]), at: 1_000 + 20 * number)
            hand.console("line \(number)", at: 1_010 + 20 * number)
        }
        var accessory = RecordedAccessory(hand.recording())
        _ = accessory.connected(at: .start)
        var (sent, ended) = ([SimulatedAccessoryEffect](), false)
        while let due = accessory.deadline {
            sent += accessory.advance(to: due)
            if !ended, due > .start + .milliseconds(1_500) {
                ended = true
                sent += accessory.disconnected(at: due) + accessory.connected(at: due)
            }
        }
        // The last connection of the recording is repeated.
        #expect(sent.count { if case .console = $0 { true } else { false } } == 600)
        let frames = sent.count { if case .frame = $0 { true } else { false } }
        #expect((310..<340).contains(frames), "\(frames)")
    }

    @Test("the median of the answers' times is that of a sorted list, and the limit at most")
    func median() {
        var generator = SeededGenerator(seed: 9)
        for count in 0..<40 {
            var book = ResponseTable(storedIn: nil)
            var delays: [Span] = []
            for _ in 0..<count {
                let delay = Span.nanoseconds(Int64.random(in: 0...40_000_000, using: &generator))
                delays.append(delay)
                let state = ResponseTable.State(connection: 1, isEncrypted: false, mtu: 23)
                book.add(.reply([1], after: delay), to: RequestKey([0x0A, 3, 0]), in: state)
                book.add(.hangUp(after: .zero), to: RequestKey([0x0A, 3, 0]), in: state)
            }
            let sorted = delays.sorted()
            let expected = sorted.isEmpty ? .zero : min(sorted[count / 2], .milliseconds(30))
            #expect(book.medianDelay(upTo: .milliseconds(30)) == expected)
        }
    }
}
