public import Ground
public import ScenarioKit
public import UWB

// Sessions and ranging: the exchange of configurations, rounds, walks.
extension Sentence {
    public static let noConfiguration = Sentence("no accessory configuration data came")
    public static let noToken = Sentence("no discovery token came from the other phone")
    public static let tokenNotRun = Sentence("the other phone's token came, but no session was run with it")
    public static let neverAnswered = Sentence("the shareable configuration data never left")

    /// A session that never started, with `bytes` and `version` of the sent shareable configuration data if known.
    public static func neverStarted(upon answer: (bytes: Int, version: String)?) -> Sentence {
        let upon = answer.map { " after shareable configuration data of \($0.bytes) bytes for UWB \($0.version)" } ?? ""
        return Sentence("the accessory did not report that ranging started\(upon)")
    }

    public static func removed(times: Int) -> Sentence {
        Sentence("it was removed \(times == 1 ? "once" : "\(times) times")")
    }
    public static func gaveUp(_ missing: Sentence, after retries: Int) -> Sentence {
        Sentence("\(missing), and the phone gave up after \(counted(retries, "retry", "retries"))")
    }
    public static func missing(_ what: Sentence, in span: Lapse) -> Sentence { Sentence("\(what) in \(span)") }
    public static func smallMTU(_ mtu: UInt16, least: UInt16) -> Sentence {
        Sentence("the ATT_MTU is \(mtu), but configuration data needs \(least) or more")
    }
    public static func configurationThrew(_ code: some CustomStringConvertible) -> Sentence {
        Sentence("the configuration's initialiser threw \(code)")
    }
    public static func invalidated(_ code: some CustomStringConvertible) -> Sentence {
        Sentence("the session was invalidated: \(code)")
    }
    public static func stopUnanswered(after span: Lapse) -> Sentence {
        Sentence("no message that ranging stopped within \(span)")
    }
    public static let endedOverUWB = Sentence("it ended ranging itself over UWB (in-band signal, reason 0x05)")

    /// The accessory's report and the kit's rounds: `door reported that ranging started; 15 rounds: 15 STS failed`.
    ///
    /// `measurements` counts the session's distances, which may be fewer than the kit measured.
    public static func ranging(
        _ name: AccessoryName, saysSo: Bool, _ tally: RoundTally, measurements: Int
    ) -> Sentence {
        let word = saysSo ? "\(name) reported that ranging started" : "\(name) did not report that ranging started"
        let results =
            (measurements > 0 ? ["\(measurements) measured"] : [])
            + tally.failures.map { "\($0.rounds) \($0.failure.words)" }
        guard tally.rounds > 0 else { return Sentence(word) }
        let told = results.isEmpty ? "none with a distance from it" : results.joined(separator: ", ")
        return Sentence("\(word); \(counted(tally.rounds, "round")): \(told)")
    }

    /// The meaning of a code that explains a failure by itself, such as one layer of the air; nil for every other code.
    public static func meaning(of code: FailureCode) -> Sentence? {
        switch code {
        case "tag.noScheme": Sentence("the tag's link has no scheme, such as https, so no phone opens it")
        case "route.notHTTPS": Sentence("the link is http, and the scenario expects the same with https")
        case "session.phyMismatch":
            Sentence("the kit hears its frames, but the preamble code, SFD, data rate or channel differs")
        case "session.stsMismatch":
            Sentence("the kit hears its frames, but the static STS IV, vendor id or session key differs")
        case "session.macMismatch":
            Sentence("the kit hears its frames, but cannot decode them at the MAC layer")
        case "session.elementsMismatch":
            Sentence("the kit hears its frames, but their information elements belong to another role or version")
        default: nil
        }
    }

    // MARK: Walks

    public static func distances(to name: AccessoryName) -> Sentence {
        Sentence("distances to \(name) during the walk")
    }
    public static func measurements(_ count: Int, in rounds: Int) -> Sentence {
        Sentence("\(count) measurements in \(rounds) rounds")
    }
    public static let noZoneChangeBesidesNamed = Sentence("no zone change on this walk that it does not list")
    public static let noFurtherZoneChange = Sentence("no further zone change on this walk")
    public static let noSuchZoneChange = Sentence("no such zone change")

    /// An error of the scenario itself: a walk crosses a boundary without naming it.
    public static func passes(_ boundary: Distance, _ kind: Crossing.Kind, _ zone: ZoneName) -> Sentence {
        let word =
            switch kind {
            case .enter: "Enter"
            case .leave: "Leave"
            }
        return Sentence("the walk passes \(boundary), but the scenario does not list \(word)(.\(zone), at: ...)")
    }
}

extension RangingFailure {
    /// The failure in two or three words that follow a number of rounds.
    public var words: String {
        switch self {
        case .unspecified: "failed"
        case .transmission: "not transmitted (TX failed)"
        case .receptionTimeout: "without an answer (RX timeout)"
        case .phyDecoding: "PHY decoding failed"
        case .timeOfArrival: "time of arrival failed"
        case .sts: "STS failed"
        case .macDecoding: "MAC decoding failed"
        case .elementDecoding: "information elements not decoded"
        case .elementMissing: "information elements missing"
        default: description
        }
    }
}
