import ApplicationServices
import Ground
import Testing

/// Each letter of a word is one state of a life cycle: s setup, w waiting, p preparing, h the agent's hello, r ready, f
/// failed, c cancelled.
@Suite struct TransitionOrderTests {
    private static let object = ServiceObject(.screen, .connection, 1)

    private static func state(_ letter: Character) -> ConnectionState? {
        switch letter {
        case "s": .setup
        case "w": .waiting(.networkDown)
        case "p": .preparing
        case "r": .ready
        case "f": .failed(.reset)
        case "c": .cancelled
        default: nil
        }
    }

    /// Returns the faults of a word, letter by letter.
    private static func faults(_ word: [Character], _ object: ServiceObject = object) -> [TransitionOrder.Fault] {
        var order = TransitionOrder()
        var sequence = 0
        return word.flatMap { letter -> [TransitionOrder.Fault] in
            guard let state = state(letter) else {
                order.receiveHello(of: object)
                return []
            }
            sequence += 1
            return order.receive(
                ServiceTransition(object, state, at: Instant(nanoseconds: Int64(sequence)), sequence: sequence))
        }
    }

    @Test func everySequenceOfSixIsJudgedAsTheTableSays() {
        let letters: [Character] = ["s", "w", "p", "h", "r", "f", "c"]
        var words: [[Character]] = [[]]
        var legal = 0
        var wrong: [String] = []
        for length in 0...6 {
            for word in words {
                let isTaken = Self.faults(word).isEmpty
                if isTaken { legal += 1 }
                if isTaken != OrderTable.allows(word) { wrong.append(String(word)) }
            }
            if length < 6 { words = words.flatMap { word in letters.map { word + [$0] } } }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(legal > 100)
    }

    @Test(
        "each way to be wrong has its name",
        arguments: [
            ("p", [.notFromSetup]), ("scp", [.afterCancelled]), ("scc", [.afterCancelled]),
            ("spfr", [.readyAfterFailed]), ("sphrr", [.twiceReady]), ("spr", [.readyBeforeHello]),
            ("ss", [.step(from: .setup, to: .setup)]), ("shr", [.step(from: .setup, to: .ready)]),
            ("spp", [.step(from: .preparing, to: .preparing)]), ("sphrp", [.step(from: .ready, to: .preparing)]),
            ("sphrw", [.step(from: .ready, to: .waiting)]), ("spff", [.step(from: .failed, to: .failed)]),
            ("sf", [.step(from: .setup, to: .failed)]), ("sphrfc", []), ("swwphrc", []),
        ] as [(String, [TransitionOrder.Fault])])
    func names(word: String, wanted: [TransitionOrder.Fault]) {
        #expect(Self.faults(Array(word)) == wanted)
    }

    @Test func aListenerNeedsNoHelloAndDoesNotPrepare() {
        let listener = ServiceObject(.companion, .listener, 1)
        #expect(Self.faults(Array("srwc"), listener) == [])
        #expect(Self.faults(Array("sp"), listener) == [.step(from: .setup, to: .preparing)])
    }

    @Test func numbersAndInstantsGoOn() {
        var order = TransitionOrder()
        func note(_ number: Int, _ state: ConnectionState, _ sequence: Int, _ time: Int64) -> ServiceTransition {
            ServiceTransition(
                ServiceObject(.screen, .connection, number), state, at: Instant(nanoseconds: time), sequence: sequence)
        }
        #expect(order.receive(note(1, .setup, 1, 5)) == [])
        #expect(order.receive(note(2, .setup, 2, 5)) == [])
        #expect(order.receive(note(1, .preparing, 4, 5)) == [.sequence(after: 2)])
        #expect(order.receive(note(2, .preparing, 5, 4)) == [.instant])
    }
}

/// The legal transitions, written independently of the program: the letters that may follow each letter.
private enum OrderTable {
    private static let next: [Character: Set<Character>] = [
        "s": ["w", "p", "c"], "w": ["w", "p", "f", "c"], "p": ["w", "r", "f", "c"], "r": ["f", "c"], "f": ["c"],
        "c": [],
    ]

    static func allows(_ word: [Character]) -> Bool {
        var last: Character?
        var hasHello = false
        var wasReady = false
        for letter in word {
            if letter == "h" {
                hasHello = true
                continue
            }
            guard let before = last else {
                guard letter == "s" else { return false }
                last = letter
                continue
            }
            guard next[before]?.contains(letter) == true else { return false }
            if letter == "r" {
                guard hasHello, !wasReady else { return false }
                wasReady = true
            }
            last = letter
        }
        return true
    }
}
