public import Journal

/// The meaning of the figures that every run keeps, by the name of each.
extension Measured {
    /// Returns the meaning of a figure as a noun phrase without a full stop; nil for a name that is not one. The name
    /// may begin with that of an accessory: `door: first distance`.
    public static func meaning(of figure: String) -> String? {
        let name = figure.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? figure
        if let entry = figures.first(where: { $0.name == name }) { return entry.meaning }
        let words = name.split(separator: " ")
        guard words.count == 2, words[1] == "entered" || words[1] == "left" else { return nil }
        return "the mean smoothed distance at which the zone \(words[0]) was \(words[1])"
    }

    /// The names of the figures, in the order in which a run lists them.
    public static var figureNames: [String] { figures.map(\.name) }

    private static let figures: [(name: String, meaning: String)] = [
        ("link", "the time from the request to connect until the link is up"),
        ("discovery", "the time from the link until the data channel can be used"),
        ("connect", "the time from the request to connect until the data channel can be used"),
        ("encryption", "the time to pair, or to encrypt with a stored key"),
        ("configuration", "the time from Initialize to the accessory configuration data"),
        ("start", "the time from the shareable configuration data to the report that ranging started"),
        ("stop", "the time from Stop to the report that ranging stopped"),
        ("token", "the time from the phone's discovery token to the other phone's"),
        (
            "exchange",
            "the time from Initialize to the report that ranging started; between phones, to both sessions' run"
        ),
        ("first distance", "the time from the shareable configuration data to the first distance"),
        ("interval", "the mean time between distances of one session"),
        ("longest interval", "the longest time between distances of one session"),
        ("availability", "the share of ranging rounds that yield a distance"),
        ("bias", "the mean of the measured minus the true distances, where the bench knows these"),
        ("spread", "the standard deviation of the measured minus the true distances, where the bench knows these"),
        ("retries", "the number of sessions started again after a timeout"),
        ("ATT_MTU", "the ATT_MTU of the last link, in bytes"),
        ("response", "the mean time of the responses to ATT requests"),
        ("pick-to-ready", "the time from the choice of a companion until its connection is ready"),
        ("abort-to-reconnect", "the time from the end of a connection until the screen connects again"),
        ("resume-to-ready", "the time from the companion's return until its connection is ready"),
        ("frame round-trip", "the time from a companion's frame to the screen's answer"),
        ("connections", "the number of connections that the screen opened to the companion"),
        (
            turnAround,
            "the phone's time from accessory configuration data to shareable configuration data: the rig's own"
        ),
        (routeTime, "the phone's own time to route a tag"),
        (processorTime, "the processor time of a run in virtual time: the rig's own"),
        (frames, "the number of frames on all links"),
    ]
}
