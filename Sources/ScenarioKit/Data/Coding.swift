// What the values without labels are called in JSON. The compiler writes the coding itself from these keys.

extension LinkAct {
    enum ReadCodingKeys: String, CodingKey {
        case _0 = "value"
        case expecting
    }
}

extension SessionAct {
    enum BeginCodingKeys: String, CodingKey { case _0 = "kind" }
    enum InvalidateCodingKeys: String, CodingKey { case _0 = "error" }
}

extension SystemAct {
    enum DisplayCodingKeys: String, CodingKey { case _0 = "on" }
    enum AirplaneCodingKeys: String, CodingKey { case _0 = "on" }
    enum CameraCodingKeys: String, CodingKey { case _0 = "on" }
    enum WalletCodingKeys: String, CodingKey { case _0 = "on" }
    enum ReaderSessionCodingKeys: String, CodingKey { case _0 = "on" }
}

extension RawMessage {
    enum BytesCodingKeys: String, CodingKey { case _0 = "bytes" }
    enum CutCodingKeys: String, CodingKey {
        case _0 = "message"
        case to
    }
    enum PaddedCodingKeys: String, CodingKey {
        case _0 = "message"
        case by
    }
    enum CorruptedCodingKeys: String, CodingKey {
        case _0 = "message"
        case byte, xor
    }
}

extension Check {
    enum ExpectCodingKeys: String, CodingKey { case _0 = "expectation" }
    enum RequireCodingKeys: String, CodingKey { case _0 = "requirement" }
}

extension Count {
    enum ExactlyCodingKeys: String, CodingKey { case _0 = "events" }
    enum AtLeastCodingKeys: String, CodingKey { case _0 = "events" }
    enum AtMostCodingKeys: String, CodingKey { case _0 = "events" }
}

extension Figure {
    enum LatencyCodingKeys: String, CodingKey {
        case _0 = "message"
        case of = "accessory"
    }
    enum ConnectionCodingKeys: String, CodingKey { case of = "accessory" }
    enum ExchangeCodingKeys: String, CodingKey { case of = "accessory" }
    enum FirstFixCodingKeys: String, CodingKey { case of = "accessory" }
    enum UpdateRateCodingKeys: String, CodingKey { case of = "accessory" }
    enum AvailabilityCodingKeys: String, CodingKey { case of = "accessory" }
    enum BiasCodingKeys: String, CodingKey { case of = "accessory" }
    enum StandardDeviationCodingKeys: String, CodingKey { case of = "accessory" }
}

extension Bound {
    enum AtMostCodingKeys: String, CodingKey { case _0 = "amount" }
    enum AtLeastCodingKeys: String, CodingKey { case _0 = "amount" }
    enum WithinCodingKeys: String, CodingKey { case _0 = "amount" }
}

extension AssociationSource {
    enum FileCodingKeys: String, CodingKey { case _0 = "path" }
    enum TextCodingKeys: String, CodingKey { case _0 = "json" }
    enum NoneCodingKeys: String, CodingKey { case _0 = "reason" }
}

extension TagCheck {
    enum PlatformCodingKeys: String, CodingKey { case _0 = "platform" }
    enum ChipCodingKeys: String, CodingKey { case _0 = "chip" }
    enum CapacityCodingKeys: String, CodingKey { case atLeast = "bytes" }
    enum FreeCodingKeys: String, CodingKey { case atLeast = "bytes" }
    enum StateCodingKeys: String, CodingKey { case _0 = "state" }
    enum LinkCodingKeys: String, CodingKey { case _0 = "url" }
    enum LinkHostCodingKeys: String, CodingKey { case _0 = "host" }
    enum RecordsCodingKeys: String, CodingKey { case _0 = "count" }
    enum OpensCodingKeys: String, CodingKey {
        case _0 = "destination"
        case path
    }
    enum NoFindingsCodingKeys: String, CodingKey { case upTo = "level" }
}
