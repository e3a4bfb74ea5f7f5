public import Ground
public import Links

// Reasons that a device's observation, or its absence, is not evidence.
extension Sentence {
    /// A step or a check of a scenario that needs a UWB kit, on a rig without one.
    public static func withoutKit(_ what: String, at spot: SourceSpot) -> Sentence {
        .about(spot, "not judged without a UWB kit: \(what)")
    }

    /// The loss of a kit that was ranging with an accessory whose power stayed on.
    public static func lost(_ what: String, whileRangingWith name: AccessoryName) -> Sentence {
        Sentence("\(what), but it ranged with \(name)")
    }

    public static var giveKitItsOwnPower: Sentence { Sentence("Give the kit a port whose power stays on") }

    /// The absence of rounds; `silence` is nil if none was reported since a check began.
    public static func noRounds(with name: AccessoryName, for silence: Lapse?) -> Sentence {
        let how = silence.map { "for \($0), not even a failed one" } ?? "in that time"
        return .about(LinkID.kit, "it reported no ranging round with \(name) \(how)")
    }

    /// The failure of the kit itself in ranging rounds.
    public static func kitFailed(in failed: Int, of rounds: Int) -> Sentence {
        .about(LinkID.kit, "it did not transmit in \(failed) of \(counted(rounds, "round")), by its own report")
    }

    /// A message withheld by the rig; `name` is set if the kit still measured the accessory, so that no session timed
    /// out and there was no retry.
    public static func withheld(_ message: MessageKind, whileMeasuring name: AccessoryName?) -> Sentence {
        let anyway = name.map { ", and the kit measured \($0) without it" } ?? ""
        return Sentence("the rig withheld \(message.rawValue), as the scenario says\(anyway)")
    }

    /// The lack of any sign that the kit can hear an accessory.
    public static func kitHeardNothing(of name: AccessoryName) -> Sentence {
        .about(LinkID.kit, "it received no frame of \(name) in this run, so it may be deaf to it")
    }

    public static func readerGone(_ why: String) -> Sentence { Sentence("the \(LinkID.reader) is gone: \(why)") }
    public static func consoleSilent(of name: AccessoryName) -> Sentence {
        .about(
            LinkID.console(name),
            "no line came in the whole run, or only noise: its wire may be cut, or the baud rate wrong")
    }

    /// A console whose output is missing for a while, because it went away with its accessory's power.
    public static func consoleAway(of name: AccessoryName) -> Sentence {
        .about(LinkID.console(name), "it was away with the power, and what was printed in that time is missing")
    }

    /// Printed lines without a distance, for which the fault is unknown.
    public static func noDistance(
        as report: DistanceReport, in lines: Int, last: String, of name: AccessoryName
    ) -> Sentence {
        Sentence(
            "\(Sentence.lines(lines, last: last, of: name)), but none has \(report): "
                + "the pattern is not this firmware's, the accessory prints no distance, or the console is read at "
                + "another rate"
        )
    }

    /// The lines on a console: their number, and the last one.
    public static func lines(_ count: Int, last: String, of name: AccessoryName) -> Sentence {
        let shown = String(last.prefix(80)).escapedForDisplay
        return .about(LinkID.console(name), "\(counted(count, "line")) came, the last one \"\(shown)\"")
    }

    /// Lines that began like a distance and continued differently.
    public static func brokenLines(_ count: Int, as report: DistanceReport, of name: AccessoryName) -> Sentence {
        .about(
            LinkID.console(name),
            "\(counted(count, "line")) began like \(report) and continued differently: a line that loses bytes, or a "
                + "firmware that prints it differently")
    }

    public static func outlivedPower(_ name: AccessoryName) -> Sentence {
        Sentence("the power of \(name) was switched, but its link stayed up: the power stayed on")
    }

    /// A link that was used after the rig had switched the accessory's power, and then ended.
    public static func cutOffByRig(_ name: AccessoryName) -> Sentence {
        Sentence(
            "the rig switched the power of \(name), and the scenario used its link until that ended: expect the "
                + "disconnection first, and connect again")
    }

    /// The inability to find a companion, because the rig's own network does not show it.
    public static func notPublished(_ name: CompanionName) -> Sentence {
        .about(
            LinkID.discovery, "it never reported that \(name) can be found on the network, so no screen could find it")
    }

    public static let readerNotReady = Sentence("the \(LinkID.reader) was not ready yet")
    public static func readerLost(_ why: String) -> Sentence {
        Sentence("the \(LinkID.reader) was lost meanwhile: \(why)")
    }
    public static func readerAway(_ why: String) -> Sentence {
        Sentence("the \(LinkID.reader) was away meanwhile: \(why)")
    }
    public static func readerInTrouble(_ finding: Finding) -> Sentence {
        Sentence("the \(LinkID.reader) failed meanwhile: \(finding)")
    }

    /// A request that the reader left unanswered for `span`.
    public static func unanswered(_ request: ReaderRequest, for span: Lapse) -> Sentence {
        let what =
            switch request {
            case .open: "to open"
            case .close: "to close"
            case .poll: "to poll for a tag"
            case .checkPresence: "to check its tag"
            case .exchange: "to send a command to its tag"
            }
        return .about(LinkID.reader, "it was asked \(what), but did not answer in \(span)")
    }

    public static func noProof(within limit: Lapse) -> Sentence {
        Sentence("it did not answer a request within \(limit)")
    }

    // The reference that shows whether the rig's own devices hear.

    public static func connected(toReference name: AccessoryName) -> Sentence {
        Sentence("it connected to the reference \(name) afterwards, so it can hear")
    }

    public static func measured(reference name: AccessoryName, about distance: Distance) -> Sentence {
        Sentence("it measured the reference \(name) afterwards, at its known distance of \(distance), so it can hear")
    }

    public static func detected(reference tag: TagName) -> Sentence {
        Sentence("it detected a tag afterwards, when the reference \(tag) was presented, so it has a field")
    }

    public static func unreachable(reference name: AccessoryName) -> Sentence {
        Sentence("afterwards it could not connect to the reference \(name) either, so it may be deaf")
    }

    public static func unmeasured(reference name: AccessoryName, at distance: Distance, _ count: Int) -> Sentence {
        let how = count == 0 ? "did not measure" : "measured only \(counted(count, "time"))"
        return Sentence("afterwards it \(how) the reference \(name) at \(distance), so it may be deaf")
    }

    public static func mismeasured(
        reference name: AccessoryName, at known: Distance, as measured: Distance
    ) -> Sentence {
        Sentence("afterwards it measured \(measured) to the reference \(name), whose known distance is \(known)")
    }

    public static func undetected(reference tag: TagName) -> Sentence {
        Sentence("afterwards it did not detect the reference \(tag) either, so its field may be off")
    }

    /// The assumption behind a failure on a rig that has no reference.
    public static func assumes(hearing link: LinkID) -> Sentence {
        .about(link, "the failure assumes that it can hear: the rig has no reference that would show it")
    }

    public static let resetKit = Sentence("Reset the kit and check its firmware")

    public static func rigWasLate(by sum: Lapse, atMost longest: Lapse) -> Sentence {
        Sentence(
            "the rig itself was late by \(sum) in all and \(longest) at most: "
                + "it stalled, or is short of processor time")
    }

    /// A failure when the rig itself is in doubt; `seen` is nil if the observation is not given.
    public static func unjudged(expected: Sentence, seen: Sentence? = nil, because doubt: Sentence) -> Sentence {
        let what = seen.map { "expected \(expected); \($0); which" } ?? "\(expected), which"
        return Sentence("\(what) cannot be judged: \(doubt)")
    }
}
