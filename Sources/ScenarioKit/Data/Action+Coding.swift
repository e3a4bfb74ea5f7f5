// What the values of actions are called in JSON: see Coding.swift.

extension Action {
    enum LinkCodingKeys: String, CodingKey {
        case _0 = "act"
        case _1 = "accessory"
        case within
    }
    enum ForgetCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum SendCodingKeys: String, CodingKey {
        case _0 = "messages"
        case to = "accessory"
        case apart
    }
    enum ExchangeCodingKeys: String, CodingKey {
        case _0 = "kind"
        case with = "accessory"
        case within
    }
    enum StopCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case within
    }
    enum SessionCodingKeys: String, CodingKey {
        case _0 = "act"
        case _1 = "accessory"
    }
    enum SystemCodingKeys: String, CodingKey { case _0 = "act" }
    enum WalkCodingKeys: String, CodingKey { case _0 = "course" }
    enum PlaceCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case at
    }
    enum PowerCodingKeys: String, CodingKey {
        case _0 = "change"
        case _1 = "accessory"
        case within
    }
    enum StayCodingKeys: String, CodingKey {
        case _0 = "span"
        case checks
    }
    enum TapCodingKeys: String, CodingKey {
        case _0 = "tag"
        case within, checks
    }
    enum SimulateCodingKeys: String, CodingKey {
        case _0 = "trouble"
        case of = "accessory"
    }
    enum PresentCodingKeys: String, CodingKey {
        case _0 = "tag"
        case within
    }
    enum TearAwayCodingKeys: String, CodingKey {
        case _0 = "tag"
        case after = "answers"
        case within
    }
    enum RemoveCodingKeys: String, CodingKey {
        case _0 = "tag"
        case within
    }
    enum SwapCodingKeys: String, CodingKey {
        case _0 = "tag"
        case `for` = "other"
        case within
    }
    enum HoldCodingKeys: String, CodingKey {
        case _0 = "tag"
        case `for` = "span"
        case checks
    }
    enum InspectCodingKeys: String, CodingKey {
        case _0 = "tag"
        case within, checks
    }
    enum FollowLinkCodingKeys: String, CodingKey { case _0 = "url" }
    enum SimulateReaderCodingKeys: String, CodingKey { case _0 = "trouble" }
    enum SimulatingReaderCodingKeys: String, CodingKey {
        case _0 = "trouble"
        case steps
    }
    enum ExpectCodingKeys: String, CodingKey { case _0 = "expectation" }
    enum RequireCodingKeys: String, CodingKey { case _0 = "requirement" }
    enum TamperingCodingKeys: String, CodingKey {
        case _0 = "tampering"
        case with = "message"
        case times, steps
    }
    enum SimulatingCodingKeys: String, CodingKey {
        case _0 = "trouble"
        case of = "accessory"
        case steps
    }
    enum ThroughoutCodingKeys: String, CodingKey {
        case _0 = "checks"
        case steps
    }
    enum TogetherCodingKeys: String, CodingKey { case _0 = "lanes" }
    enum RepeatCodingKeys: String, CodingKey {
        case _0 = "times"
        case steps
    }
}
