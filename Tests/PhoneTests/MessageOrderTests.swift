import Ground
import NearbyInteraction
import Phone
import Testing

/// Messages and acts in every order from every stage of a session: an answer that is owed is no fault, everything else
/// is.
///
/// `NearbyMessageTests` checks the effect of every single message; here a second, independent account of the phone's
/// writes is kept, and every answer is compared with it.
@Suite struct MessageOrderTests {
    enum Letter: CaseIterable {
        case configuration, cutConfiguration, didStart, didStop, unknown
        case start, stop, runAgain, rawInitialize, rawStop
    }

    /// The writes and answers on the link, counted from the messages alone.
    private struct Books {
        /// For each unanswered initialize, the number of stops written before it.
        var initializes: [Int] = []
        var stops = 0
        var stopsAnswered = 0
        var configures = 0
        var starts = 0
        /// The number of times that the accessory can be considered to range since it was configured.
        var toldStart = 0

        mutating func note(_ message: PhoneMessage) {
            switch message {
            case .initialize: initializes.append(stops)
            case .configureAndStart: configures += 1
            case .stop: stops += 1
            case .getDeviceStructure, .setDeviceStructure, .other: break
            }
        }
    }

    private func play(_ letter: Letter, in bench: inout SessionBench) -> String {
        switch letter {
        case .configuration: return bench.receive(SessionBench.answer)
        case .cutConfiguration: return bench.receive(SessionBench.answer.dropLast())
        case .didStart: return bench.receive(SessionBench.didStart)
        case .didStop: return bench.receive(SessionBench.didStop)
        case .unknown: return bench.receive([0x77])
        case .start: return bench.start()
        case .stop: return bench.stop()
        case .runAgain: return bench.runAgain()
        case .rawInitialize:
            bench.send([0x0A])
            return ""
        case .rawStop:
            bench.send([0x0C])
            return ""
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func whatIsOwedIsNoFaultInAnyOrder(place: SessionBench.Place) {
        let letters = Letter.allCases
        let first = SessionBench(in: place)
        for number in 0..<(letters.count * letters.count * letters.count) {
            let word = [number / 100, number / 10 % 10, number % 10].map { letters[$0] }
            var bench = first
            // On a lost link nothing is owed any more; a new one is opened for the rest.
            var books = Books()
            if place == .linkless {
                bench.sent = []
                bench.desk.channelOpened(to: SessionBench.name)
            }
            for message in bench.sent { books.note(message) }
            settle(&books, at: place)
            for letter in word { check(letter, &bench, &books, "\(place), \(word)") }
            bench.pass(.seconds(60))
            #expect(bench.desk.deadline.map { $0 > bench.now } ?? true, "\(place), \(word)")
        }
    }

    /// Accounts for the answers on the way to a stage.
    private func settle(_ books: inout Books, at place: SessionBench.Place) {
        switch place {
        case .idle, .awaitingConfiguration, .linkless: break
        case .ranging: settle(starts: 1, in: &books)
        case .suspended:
            settle(starts: 1, in: &books)
            books.stopsAnswered = 1
        case .prompted, .running, .paused, .awaitingStop, .startingAgain, .backingOff, .invalidated:
            settle(starts: 0, in: &books)
        }
    }

    private func settle(starts: Int, in books: inout Books) {
        books.initializes.removeFirst()
        books.starts = starts
    }

    private func check(_ letter: Letter, _ bench: inout SessionBench, _ books: inout Books, _ what: String) {
        let before = (sent: bench.sent.count, books: books)
        let words = play(letter, in: &bench)
        for message in bench.sent[before.sent...] { books.note(message) }
        let isFault = words.contains("fault")
        switch letter {
        case .configuration, .cutConfiguration:
            // Answers come in the order of their requests: the one to a stop before the one to a later initialize.
            let stopsBefore = before.books.initializes.first
            let isInOrder = stopsBefore.map { $0 <= before.books.stopsAnswered } ?? false
            #expect(isFault == !(isInOrder && letter == .configuration), "\(what): \(words)")
            if stopsBefore != nil { books.initializes.removeFirst() }
            if stopsBefore == nil || letter == .cutConfiguration {
                #expect(books.configures == before.books.configures, "\(what): \(words)")
            }
            #expect(bench.findings.allSatisfy { $0.offset != nil }, "\(what): \(bench.findings)")
        case .didStart:
            if before.books.starts < before.books.configures {
                #expect(!isFault, "\(what): \(words)")
                books.starts += 1
            } else {
                // A second one for the same start is doubtful; one without any start violates the protocol.
                let codes = bench.findings.suffix(1).map(\.code)
                #expect(
                    isFault ? codes == ["session.startedUnasked"] : codes == ["session.startedTwice"],
                    "\(what): \(words)")
            }
            books.toldStart += words.contains("started") ? 1 : 0
            #expect(books.toldStart <= books.configures, "\(what): told more often than it was configured")
        case .didStop:
            #expect(!isFault, "\(what): \(words)")
            books.stopsAnswered = min(books.stopsAnswered + 1, before.books.stops)
        case .unknown, .start, .stop, .runAgain:
            #expect(!isFault, "\(what): \(words)")
        case .rawInitialize: books.note(.initialize)
        case .rawStop: books.note(.stop)
        }
    }
}
