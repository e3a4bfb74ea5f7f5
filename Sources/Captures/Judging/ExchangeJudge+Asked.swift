import Ground

extension ExchangeJudge {
    /// A message of the phone that the accessory must answer.
    enum Asked: CaseIterable {
        case initialize, start, stop

        /// The default limit of the answer (nearby-interaction.md 2.4), in no specification.
        var limit: Lapse { self == .initialize ? .seconds(2) : .seconds(3) }
        /// The name of the answer time among an accessory's figures.
        var figure: String {
            switch self {
            case .initialize: "configuration"
            case .start: "start"
            case .stop: "stop"
            }
        }
    }

    /// A message that awaits its answer.
    struct Pending {
        let asked: Asked
        let place: Place
        /// Whether the accessory must answer it: the phone's message is right and was not withdrawn.
        var isBinding = true
        /// Whether the message is truncated.
        var isTruncated = false
        /// Whether anything came from the accessory after it, so that the accessory was there.
        var isHeard = false
    }
}
