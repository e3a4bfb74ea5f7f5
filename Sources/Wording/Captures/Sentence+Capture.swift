public import Ground
public import Vocabulary

/// The side of a captured link whose deviation it is.
public enum CapturedParty: String, Hashable, Sendable, CaseIterable {
    case accessory
    case phone
    /// Either side, or the air between them: the capture does not tell.
    case unknown
}

// Sentences about a field capture.
extension Sentence {
    /// The meaning of a code, as `explain` has it.
    public static func explained(_ code: FailureCode) -> Sentence {
        let meaning = FailureCode.entry(of: code)?.meaning ?? code.rawValue
        return Sentence(meaning.prefix(1).lowercased() + meaning.dropFirst())
    }

    public static func malformedPDU(_ malformed: Malformed) -> Sentence {
        Sentence("an ATT PDU does not parse: \(malformed)")
    }

    public static func malformedMessage(_ what: String, _ malformed: Malformed) -> Sentence {
        Sentence("the phone's \(what) does not parse: \(malformed)")
    }

    public static func smallestMTU(_ mtu: UInt16) -> Sentence {
        Sentence("the accessory answers with an ATT_MTU of \(mtu), and 23 is the smallest")
    }

    public static func longPDU(_ length: Int, _ mtu: UInt16) -> Sentence {
        Sentence("a PDU of \(counted(length, "byte")) is longer than the ATT_MTU of \(mtu)")
    }

    public static func cutMessage(_ length: Int, _ mtu: UInt16) -> Sentence {
        Sentence("the message ends after \(counted(length, "byte")), where the ATT_MTU of \(mtu) cuts it")
    }

    public static let unsubscribedValue = Sentence("a message came before its notifications were enabled")

    public static func refusedMessage(_ error: some CustomStringConvertible) -> Sentence {
        Sentence("the accessory refused the phone's message: \(error)")
    }

    public static func lostLink(_ code: FailureCode, _ reason: DisconnectReason) -> Sentence {
        Sentence("\(explained(code)) (\(reason))")
    }

    public static func slowAnswer(_ code: FailureCode, _ span: Lapse, _ limit: Lapse) -> Sentence {
        Sentence("\(explained(code)): \(span), where \(limit) is this program's default limit")
    }

    public static func unanswered(_ code: FailureCode, _ waited: Lapse) -> Sentence {
        Sentence("\(explained(code)) within \(waited) after this frame")
    }

    // MARK: What is not judged

    /// An answer for which the capture did not wait long enough.
    public static func capturedEnd(frame: Int, _ waited: Lapse, _ limit: Lapse) -> Sentence {
        Sentence(
            "the answer to frame \(frame): the link or the capture ended \(waited) later, and the limit is \(limit)")
    }

    /// A message after which nothing came from the accessory.
    public static func capturedUnheard(frame: Int) -> Sentence {
        Sentence("the answer to frame \(frame): nothing at all came from the accessory after it")
    }

    public static let capturedLoss = Sentence("a missing answer: the link was lost before it was due")
    public static let capturedGap = Sentence("a missing answer: packets are missing from the capture")
    /// The response in a frame has no request, so that a packet before it was lost.
    public static func capturedMissing(before frame: Int) -> Sentence {
        Sentence("the order of messages: packets are missing before frame \(frame)")
    }

    public static let capturedSilence = Sentence("a missing answer: the capture is silent for more than a minute")
    public static let capturedNoMTU = Sentence("lengths: the capture does not show the ATT_MTU")
    public static let capturedNoRanging = Sentence("ranging: the capture has no UWB")
    public static let capturedNoDiscovery = Sentence(
        "subscriptions and properties: the capture does not show how the phone discovered and subscribed to the channel"
    )
    public static let capturedNothing = Sentence("nothing was judged: no Nearby Interaction was recognised")
    /// Messages over another channel than the one described.
    public static func capturedElsewhere(_ messages: Int) -> Sentence {
        Sentence(
            "nothing was judged: \(counted(messages, "message")) went over another channel than the one described")
    }
}

// The result of judging a capture.
extension Sentence {
    /// The first fault of an accessory, and the number of others; `ifComplete` is whether a lost packet would explain
    /// it.
    public static func capturedFault(
        of name: AccessoryName, _ what: Sentence, _ code: FailureCode, frame: Int, more: Int, ifComplete: Bool
    ) -> Sentence {
        Sentence(
            "\(name) violates the protocol\(ifComplete ? ", if the capture is complete" : ""): \(what) [\(code)], "
                + "frame \(frame)"
                + (more > 0 ? "; \(counted(more, "more fault"))" : ""))
    }

    public static func capturedNoFault(of names: [AccessoryName]) -> Sentence {
        Sentence(
            "no fault of \(names.map(\.rawValue).joined(separator: ", ")) in what the capture shows, which is not all "
                + "that a suite checks")
    }

    /// The extent of an accessory's traffic: its connections, and the phone's messages by kind.
    public static func capturedExtent(
        of name: AccessoryName, connections: Int, initializes: Int, starts: Int, stops: Int
    ) -> Sentence {
        Sentence(
            "\(name): \(counted(connections, "connection")); the phone's messages: initialize \(initializes), "
                + "configureAndStart \(starts), stop \(stops)")
    }

    /// A finding with its code and its first frame.
    public static func captured(
        _ what: Sentence, _ code: FailureCode, of party: CapturedParty, frame: Int, at instant: Instant, times: Int
    ) -> Sentence {
        let place = "frame \(frame), \(instant)" + (times > 1 ? ", \(times) times in all" : "")
        let side =
            switch party {
            case .accessory: ""
            case .phone: "the phone's: "
            case .unknown: "either side's: "
            }
        return Sentence("\(side)\(what) [\(code)], \(place)")
    }

    public static func capturedOthers(_ names: [AccessoryName]) -> Sentence {
        let shown = names.prefix(5).map(\.rawValue).joined(separator: ", ")
        let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
        return Sentence("not judged: \(shown)\(rest), because no Nearby Interaction was recognised")
    }

    public static func capturedDamage(_ what: String) -> Sentence {
        Sentence("the capture is damaged, and was judged up to there: \(what)")
    }

    /// A known defect whose codes the capture shows.
    public static func capturedCause(_ meaning: String, _ source: String, percent: Int) -> Sentence {
        Sentence(
            "likely cause, not proved: a defect of the zoo, which shows each of these codes in at least \(percent) % "
                + "of its scenarios. \(meaning) (\(source))")
    }
}
