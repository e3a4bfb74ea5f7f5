// What the values without labels are called in JSON. The compiler writes the coding itself from these keys.

extension Action {
    enum ConnectCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case within
    }
    enum ExchangeCodingKeys: String, CodingKey {
        case _0 = "kind"
        case with = "accessory"
        case within
    }
    enum WalkCodingKeys: String, CodingKey { case _0 = "course" }
    enum StayCodingKeys: String, CodingKey {
        case _0 = "span"
        case checks
    }
    enum LosingCodingKeys: String, CodingKey {
        case _0 = "message"
        case times, steps
    }
    enum TapCodingKeys: String, CodingKey {
        case _0 = "tag"
        case within, checks
    }
    enum ExpectCodingKeys: String, CodingKey { case _0 = "expectation" }
    enum StopCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case within
    }
    enum DisconnectCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case within
    }
    enum RepeatCodingKeys: String, CodingKey {
        case _0 = "times"
        case steps
    }
}

extension Count {
    enum ExactlyCodingKeys: String, CodingKey { case _0 = "events" }
    enum AtLeastCodingKeys: String, CodingKey { case _0 = "events" }
    enum AtMostCodingKeys: String, CodingKey { case _0 = "events" }
}

extension Outcome {
    enum RemovedCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case reason
    }
    enum RetryCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum RangingCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum EnteredCodingKeys: String, CodingKey {
        case _0 = "zone"
        case _1 = "accessory"
    }
    enum LeftCodingKeys: String, CodingKey {
        case _0 = "zone"
        case _1 = "accessory"
    }
    enum ZoneChangeCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum OpenedCodingKeys: String, CodingKey {
        case _0 = "destination"
        case path
    }
    enum InvalidatedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum DisconnectedCodingKeys: String, CodingKey { case _0 = "accessory" }
}

extension Destination {
    enum AppCodingKeys: String, CodingKey { case _0 = "identifier" }
    enum HandlerCodingKeys: String, CodingKey { case _0 = "scheme" }
}
