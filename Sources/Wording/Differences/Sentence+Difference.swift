public import Ground
public import Journal
public import Vocabulary

// Differences between a replay and its recording, offline or live. Each link words its own frames.
extension Sentence {
    /// The frame with the difference, 0 for none; on a link if one is given, or else at an instant.
    public static func frame(_ number: Int, at instant: Instant) -> Sentence {
        Sentence(number > 0 ? "frame \(number) at \(instant)" : "before the first frame")
    }
    public static func frame(_ number: Int, on link: LinkID) -> Sentence {
        Sentence((number > 0 ? "frame \(number)" : "before the first frame") + ", \(link)".escapedForDisplay)
    }
    public static func lastArrival(_ number: Int, _ words: Sentence) -> Sentence {
        Sentence("the last arrival was frame \(number), \(words)")
    }
    /// A frame with its link.
    public static func frame(on link: LinkID, _ words: String) -> Sentence {
        Sentence("\(link) ".escapedForDisplay + words)
    }

    // MARK: What the phone does

    public static func phoneSends(_ now: Sentence, insteadOf then: Sentence) -> Sentence {
        Sentence("the phone sends \(now), but sent \(then) in the recording")
    }
    public static func phoneAlsoSends(_ now: Sentence) -> Sentence {
        Sentence("the phone sends \(now), but sent nothing there in the recording")
    }
    public static func phoneDoesNotSend(_ then: Sentence) -> Sentence {
        Sentence("the phone does not send \(then), which it sent in the recording")
    }
    public static func sends(_ now: String, insteadOf then: String) -> Sentence {
        Sentence("it sends \(now) instead of \(then)")
    }
    public static func sends(_ now: String) -> Sentence { Sentence("it sends \(now)") }
    public static func alsoSends(_ now: String) -> Sentence { Sentence("it also sends \(now)") }
    public static let goesOn = Sentence("it continues, and the played part has ended")
    public static func hasNotSent(before arrival: String) -> Sentence {
        Sentence("it has not sent what preceded \(arrival)")
    }

    // MARK: How the run goes

    public static func wakes(at now: Instant, insteadOf then: Instant) -> Sentence {
        Sentence("the run wakes at \(now.exact), but woke at \(then.exact) in the recording")
    }
    public static func waits(until now: Instant, insteadOf then: Instant) -> Sentence {
        Sentence("the run waits until \(now.exact), but waited until \(then.exact) in the recording")
    }
    public static let endedEarly = Sentence("the run has ended, but the recording continues")
    public static let wentOn = Sentence("the run continues, but the recording has ended")
    public static func verdict(_ now: String, insteadOf then: String) -> Sentence {
        Sentence("the verdict is \(now), but was \(then) in the recording".escapedForDisplay)
    }

    // MARK: What the journal has

    /// An entry of a journal: its content, instant and line.
    public struct Note {
        let words: String
        let instant: Instant
        let line: [UInt8]

        public init(_ kind: String, link: LinkID?, text: String, at instant: Instant, line: [UInt8]) {
            words = (link.map { "\($0) " } ?? "") + "\(kind): \(text)"
            (self.instant, self.line) = (instant, line)
        }

        /// Returns the part of its line around the first difference from another one's.
        fileprivate func excerpt(beside other: Note) -> String {
            let same = zip(line, other.line).prefix { $0 == $1 }.count
            return String(decoding: line.dropFirst(max(0, same - 16)).prefix(40), as: UTF8.self)
        }
    }

    public static func noted(_ now: Note?, insteadOf then: Note?) -> Sentence {
        let text =
            switch (now, then) {
            case (let now?, let then?) where now.words == then.words && now.instant != then.instant:
                "the journal has \(now.words) at \(now.instant.exact), but had it at \(then.instant.exact)"
            case (let now?, let then?) where now.words == then.words:
                "the journal has \(now.words), with \(now.excerpt(beside: then)), "
                    + "but had \(then.excerpt(beside: now)) in the recording"
            case (let now?, let then?): "the journal has \(now.words), but had \(then.words) in the recording"
            case (let now?, nil): "the journal has \(now.words), but had nothing there in the recording"
            case (nil, let then?): "the journal does not have \(then.words), which it had in the recording"
            case (nil, nil): "the journal differs"
            }
        return Sentence(text.escapedForDisplay)
    }

    // MARK: What arrives

    /// A difference between the replay and the recording; `why` names it if it is not visible.
    public static func came(_ now: String, recorded then: String, why: String?) -> Sentence {
        Sentence(
            why.map { "\($0.escapedForDisplay): \(then) was recorded, but \(now) came" }
                ?? "the recording has \(then), but \(now) came")
    }
    public static func came(_ now: String) -> Sentence {
        Sentence("\(now) came, but nothing like it was recorded there")
    }
    public static func nothingCame(for span: Lapse, recorded then: String) -> Sentence {
        Sentence("nothing came for \(span); the recording has \(then)")
    }
    public static func cannotSend(_ then: String) -> Sentence {
        Sentence("the link is down, so the recorded \(then) cannot be sent")
    }

    /// Repeated notifications, as part of a sentence.
    public static func notifications(of handle: UInt16) -> Sentence {
        Sentence("notifications of handle \(handle.hexadecimal)")
    }
    public static func fullRounds(of session: UInt32) -> Sentence {
        Sentence("ranging rounds of session \(session.hexadecimal) with a distance")
    }
    public static func none(of what: Sentence, recorded then: Int) -> Sentence {
        Sentence("there were no \(what), but \(then) in the recording")
    }
    public static func unrecorded(_ what: Sentence, _ now: Int) -> Sentence {
        Sentence("there were \(now) \(what), but none in the recording")
    }

    /// A field with an earlier value where the recording had a new one.
    public static func isKnown(_ field: String) -> Sentence {
        Sentence("\(field) is unchanged, but was new in the recording")
    }
    public static func isNew(_ field: String) -> Sentence {
        Sentence("\(field) is new, but was unchanged in the recording")
    }

    // MARK: Reducing

    public static func cannotReduce(_ reason: Sentence) -> Sentence {
        Sentence("the trace does not repeat the run: \(reason)")
    }
    public static func nothingToReduce(_ verdict: Verdict) -> Sentence {
        Sentence("there is no failure to reduce: the replay's verdict is \(verdict)")
    }
    public static func failsOtherwise(_ verdict: Verdict, _ reason: String?) -> Sentence {
        Sentence(
            "with only its arrivals at their recorded instants the run ends differently: \(verdict)"
                + (reason.map { ", \($0)" } ?? ""))
    }
}

extension Instant {
    /// The instant to the nanosecond, for instants that may differ only slightly.
    fileprivate var exact: String {
        if self == .never { return "something happens" }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(rest.magnitude)
        return "\(seconds).\(String(repeating: "0", count: max(0, 9 - digits.count)))\(digits) s"
    }
}
