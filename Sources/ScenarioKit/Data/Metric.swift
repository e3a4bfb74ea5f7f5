public import Ground

/// A figure together with the type of its values, so that the compiler checks the unit of its limit.
public struct Metric<Value>: Hashable, Sendable {
    public let figure: Figure

    init(_ figure: Figure) { self.figure = figure }
}

extension Metric where Value == Span {
    /// From the phone's message until the accessory's answer: `.latency(.configuration, of: .door)`.
    public static func latency(_ answer: MessageKind, of accessory: AccessoryName) -> Metric {
        Metric(.latency(message: answer, accessory: accessory))
    }

    /// From Connect until the data channel can be used.
    public static func connection(of accessory: AccessoryName) -> Metric { Metric(.connection(accessory: accessory)) }

    /// From Initialize until the accessory says that its UWB did start.
    public static func exchange(of accessory: AccessoryName) -> Metric { Metric(.exchange(accessory: accessory)) }

    /// From the shareable configuration until the first distance.
    public static func firstFix(of accessory: AccessoryName) -> Metric { Metric(.firstFix(accessory: accessory)) }
}

extension Metric where Value == Span {
    /// From the detection of a tag until the phone decided where it leads.
    public static var detectedToRouted: Metric { Metric(.detectedToRouted) }
}

extension Metric where Value == Span {
    /// From the switch of a feature, on or off, upon which the app writes, until the accessory tells this of its own.
    public static func reaction(
        of accessory: AccessoryName, to feature: FeatureName, on isOn: Bool, _ report: AccessoryReport
    ) -> Metric {
        Metric(.reaction(feature: feature, on: isOn, report: report, accessory: accessory))
    }
}

// What the accessory tells of its own distances.

/// A distance that is one of many, each of which must keep a limit, or so many hundredths of them.
public enum SingleDistance {}

extension Metric where Value == SingleDistance {
    /// How much longer each distance that it tells is than the one that the phone measured at the time.
    public static func distance(toldBy accessory: AccessoryName, _ report: DistanceReport) -> Metric {
        Metric(.toldDistance(report: report, accessory: accessory))
    }

    /// How much longer each distance that it tells is than the true one, while it stands still.
    public static func error(toldBy accessory: AccessoryName, _ report: DistanceReport) -> Metric {
        Metric(.toldError(report: report, accessory: accessory))
    }
}

extension Metric where Value == Rate {
    /// How many distances a second it tells.
    public static func rate(toldBy accessory: AccessoryName, _ report: DistanceReport) -> Metric {
        Metric(.toldRate(report: report, accessory: accessory))
    }
}

extension Metric where Value == Span {
    /// What a screen takes from the choice of a companion to the connection that is ready.
    public static func pickToReady(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .pickToReady, companion: companion))
    }

    /// What a screen takes from ECONNABORTED to the connection that waits for the app.
    public static func abortToReconnect(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .abortToReconnect, companion: companion))
    }

    /// What a screen takes from the app's return to its first frame.
    public static func resumeToReady(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .resumeToReady, companion: companion))
    }

    /// From a move of the rig's game to its acknowledgement.
    public static func frameRoundTrip(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .frameRoundTrip, companion: companion))
    }
}

extension Metric where Value == Int {
    /// How many connections screens open to a companion's agent, invitations counted with the others.
    public static func streams(to companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .streams, companion: companion))
    }

    /// How many commands the phone took to read a tag.
    public static var readCommands: Metric { Metric(.readCommands) }
}

extension Metric where Value == Rate {
    /// Distances a second, while it ranges.
    public static func updateRate(of accessory: AccessoryName) -> Metric { Metric(.updateRate(accessory: accessory)) }
}

extension Metric where Value == Share {
    /// Ranging rounds with a distance, out of all.
    public static func availability(of accessory: AccessoryName) -> Metric {
        Metric(.availability(accessory: accessory))
    }
}

extension Metric where Value == Share {
    /// Distances that came with a direction, out of all.
    public static func directionAvailability(of accessory: AccessoryName) -> Metric {
        Metric(.directionAvailability(accessory: accessory))
    }
}

extension Metric where Value == Angle {
    /// The mean of what directions are measured too far to the right.
    public static func azimuthBias(of accessory: AccessoryName) -> Metric {
        Metric(.angleBias(plane: .azimuth, accessory: accessory))
    }

    /// The mean of what directions are measured too far up.
    public static func elevationBias(of accessory: AccessoryName) -> Metric {
        Metric(.angleBias(plane: .elevation, accessory: accessory))
    }

    /// How far measured azimuths scatter around their mean error.
    public static func azimuthDeviation(of accessory: AccessoryName) -> Metric {
        Metric(.angleDeviation(plane: .azimuth, accessory: accessory))
    }

    /// How far measured elevations scatter around their mean error.
    public static func elevationDeviation(of accessory: AccessoryName) -> Metric {
        Metric(.angleDeviation(plane: .elevation, accessory: accessory))
    }
}

extension Metric where Value == Distance {
    /// The mean of what the measured distances are longer than the true ones.
    public static func bias(of accessory: AccessoryName) -> Metric { Metric(.bias(accessory: accessory)) }

    /// The mean of what the other phone says that it measured and is longer than the true distance.
    public static func peerBias(of phone: AccessoryName) -> Metric { Metric(.peerBias(phone: phone)) }

    /// The mean of what the other phone says that it measured and is longer than what this one measured last.
    public static func disagreement(with phone: AccessoryName) -> Metric { Metric(.disagreement(phone: phone)) }

    /// How far the measured distances scatter around their mean error.
    public static func standardDeviation(of accessory: AccessoryName) -> Metric {
        Metric(.standardDeviation(accessory: accessory))
    }
}
