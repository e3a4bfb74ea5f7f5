import Ground
import Links
import Recordings
import Simulators
import Wording

/// The comparison of the live phone with the recorded one, whichever part of its bench is a recording.
struct WatchedPhone {
    private let finish: () -> Void
    private let words: () -> String?
    private let count: () -> Int

    init(_ links: ComparedLinks) {
        (finish, words, count) = (links.end, { links.difference?.words }, { links.compared })
    }

    init(_ screens: RecordedScreens) {
        (finish, words, count) = (screens.finish, { screens.difference?.words }, { screens.compared })
    }

    /// The first difference, safe to print; nil if there is none.
    var difference: String? { words() }

    /// The number of frames that it sent as recorded.
    var compared: Int { count() }

    /// Ends the comparison with the run: frames not sent by now are missing.
    func end() { finish() }
}

extension ScreenDifference {
    /// The frame's number, what the phone sent, and what it sent in the recording; without a full stop, safe to
    /// print.
    fileprivate var words: String {
        let link = (now ?? then)?.link.description ?? ""
        return "\(Sentence.message(frame)), \(link): \(what)".escapedForDisplay
    }

    private var what: Sentence {
        switch (now, then) {
        case (let now?, let then?):
            let said = Sentence.wrote(meaning(now), insteadOf: meaning(then))
            return place.map { said.with($0.now, at: $0.place, not: $0.then) } ?? said
        case (let now?, nil): return .wroteBesides(meaning(now))
        case (nil, let then?): return .didNotWrite(meaning(then))
        case (nil, nil): return .told("nothing")
        }
    }

    private func meaning(_ outbound: Outbound) -> Sentence {
        var decoder = MeaningDecoder()
        return .told(decoder.meaning(of: outbound, at: instant).text)
    }

    /// The first byte that differs between messages of the same length.
    private var place: (place: Int, now: UInt8, then: UInt8)? {
        guard case .stream(_, .bytes(let now))? = now, case .stream(_, .bytes(let then))? = then,
            now.count == then.count
        else { return nil }
        return now.indices.first { now[$0] != then[$0] }.map { ($0, now[$0], then[$0]) }
    }
}
