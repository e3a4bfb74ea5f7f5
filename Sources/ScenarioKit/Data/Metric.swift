public import Ground

/// A figure together with the type of its values, so that the compiler checks the unit of its limit.
public struct Metric<Value>: Hashable, Sendable {
    /// The figure, as scenarios store it.
    public let figure: Figure

    init(_ figure: Figure) { self.figure = figure }
}

extension Metric where Value == Lapse {
    /// The time from the phone's message to the accessory's answer: `.latency(.configuration, of: .door)`.
    public static func latency(_ answer: MessageKind, of accessory: AccessoryName) -> Metric {
        Metric(.latency(message: answer, accessory: accessory))
    }

    /// The time from Connect until the data channel can be used.
    public static func connection(of accessory: AccessoryName) -> Metric { Metric(.connection(accessory: accessory)) }

    /// The time from Initialize until the accessory reports that UWB started.
    public static func exchange(of accessory: AccessoryName) -> Metric { Metric(.exchange(accessory: accessory)) }

    /// The time from the shareable configuration to the first distance.
    public static func firstFix(of accessory: AccessoryName) -> Metric { Metric(.firstFix(accessory: accessory)) }
}

extension Metric where Value == Lapse {
    /// The time from the detection of a tag until the phone decides where it leads.
    public static var detectedToRouted: Metric { Metric(.detectedToRouted) }
}

extension Metric where Value == Lapse {
    /// The time from the switch of a feature, on or off, for which the app writes a message, to the accessory's own
    /// report.
    public static func reaction(
        of accessory: AccessoryName, to feature: FeatureName, on isOn: Bool, _ report: AccessoryReport
    ) -> Metric {
        Metric(.reaction(feature: feature, on: isOn, report: report, accessory: accessory))
    }
}

// Figures based on distances that the accessory itself reports.

/// One of many distances, of which each, or a percentile, must keep a limit.
public enum SingleDistance {}

extension Metric where Value == SingleDistance {
    /// The excess of each distance the accessory reports over the one the phone measured at that time.
    public static func distance(toldBy accessory: AccessoryName, _ report: DistanceReport) -> Metric {
        Metric(.toldDistance(report: report, accessory: accessory))
    }

    /// The excess of each distance the accessory reports over the true one, while it does not move.
    public static func error(toldBy accessory: AccessoryName, _ report: DistanceReport) -> Metric {
        Metric(.toldError(report: report, accessory: accessory))
    }
}

extension Metric where Value == Rate {
    /// The distances per second that the accessory reports.
    public static func rate(toldBy accessory: AccessoryName, _ report: DistanceReport) -> Metric {
        Metric(.toldRate(report: report, accessory: accessory))
    }
}

extension Metric where Value == Lapse {
    /// The time a screen needs from the choice of a companion to a ready connection.
    public static func pickToReady(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .pickToReady, companion: companion))
    }

    /// The time a screen needs from ECONNABORTED to the connection that waits for the app.
    public static func abortToReconnect(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .abortToReconnect, companion: companion))
    }

    /// The time a screen needs from the app's return to its first frame.
    public static func resumeToReady(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .resumeToReady, companion: companion))
    }

    /// The time from a move of the rig's game to its acknowledgement.
    public static func frameRoundTrip(with companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .frameRoundTrip, companion: companion))
    }
}

extension Metric where Value == Int {
    /// The number of connections that screens open to a companion's agent, including invitations.
    public static func streams(to companion: CompanionName) -> Metric {
        Metric(.ofScreen(measure: .streams, companion: companion))
    }

    /// The number of commands the phone needs to read a tag.
    public static var readCommands: Metric { Metric(.readCommands) }
}

extension Metric where Value == Rate {
    /// Distances per second while ranging.
    public static func updateRate(of accessory: AccessoryName) -> Metric { Metric(.updateRate(accessory: accessory)) }
}

extension Metric where Value == Share {
    /// The share of ranging rounds that yield a distance.
    public static func availability(of accessory: AccessoryName) -> Metric {
        Metric(.availability(accessory: accessory))
    }
}

extension Metric where Value == Share {
    /// The share of distances that come with a direction.
    public static func directionAvailability(of accessory: AccessoryName) -> Metric {
        Metric(.directionAvailability(accessory: accessory))
    }
}

extension Metric where Value == Angle {
    /// The mean error of the measured azimuths; positive to the right.
    public static func azimuthBias(of accessory: AccessoryName) -> Metric {
        Metric(.angleBias(plane: .azimuth, accessory: accessory))
    }

    /// The mean error of the measured elevations; positive if too high.
    public static func elevationBias(of accessory: AccessoryName) -> Metric {
        Metric(.angleBias(plane: .elevation, accessory: accessory))
    }

    /// The scatter of the measured azimuths around their mean error.
    public static func azimuthDeviation(of accessory: AccessoryName) -> Metric {
        Metric(.angleDeviation(plane: .azimuth, accessory: accessory))
    }

    /// The scatter of the measured elevations around their mean error.
    public static func elevationDeviation(of accessory: AccessoryName) -> Metric {
        Metric(.angleDeviation(plane: .elevation, accessory: accessory))
    }
}

extension Metric where Value == Distance {
    /// The mean error of the measured distances; positive if they are too long.
    public static func bias(of accessory: AccessoryName) -> Metric { Metric(.bias(accessory: accessory)) }

    /// The mean excess of the distances the other phone reports over the true distance.
    public static func peerBias(of phone: AccessoryName) -> Metric { Metric(.peerBias(phone: phone)) }

    /// The mean excess of the distances the other phone reports over the last one measured by this phone.
    public static func disagreement(with phone: AccessoryName) -> Metric { Metric(.disagreement(phone: phone)) }

    /// The scatter of the measured distances around their mean error.
    public static func standardDeviation(of accessory: AccessoryName) -> Metric {
        Metric(.standardDeviation(accessory: accessory))
    }
}
