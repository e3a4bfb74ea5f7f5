import GATT
import Ground
import Links
import Testing

@testable import Simulators

/// Long recordings, in which finding the next answer or act must not search all of them.
struct LongRecordingTests {
    private static let told = AttributeHandle(8)

    @Test("each of a hundred thousand reads and messages is played in its turn")
    func longBook() {
        var (answers, cues) = (ResponseTable(), CueTable())
        let request = RequestKey(ATTPDU.readRequest(3).encoded)
        let count = 100_000
        for number in 0..<count {
            let state = ResponseTable.State(connection: 1 + number / 100, isEncrypted: false, mtu: 23)
            answers.add(.reply([11, UInt8(number % 251)], after: .milliseconds(2)), to: request, in: state)
            let place = cues.begin(.written(6, WrittenValue([0x0A])), connection: 1 + number / 100)
            let act = RecordedAct.frame([27, 8, 0, UInt8(number % 251)], nil, isLong: false)
            cues.add(CueTable.Following(act: act, delay: .milliseconds(5), order: number, subscription: nil), at: place)
        }
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
        }
        #expect(answers.medianDelay(upTo: .milliseconds(30)) == .milliseconds(2))
    }

    @Test("a sensor's days of reports after one message are planned a little ahead, and all of them come")
    func succession() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.phone(.writeCommand(6, [0x0A]), at: 1_000)
        let count = 20_000
        for number in 0..<count {
            hand.accessory(.notification(Self.told, [UInt8(number % 251)]), at: 2_000 + 100 * number)
        }
        var accessory = RecordedAccessory(hand.recording())
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

    @Test("a link that ends discards what is not yet planned, even if another one comes, and a console continues")
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
            var book = ResponseTable()
            var delays: [Lapse] = []
            for _ in 0..<count {
                let delay = Lapse.nanoseconds(Int64.random(in: 0...40_000_000, using: &generator))
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
