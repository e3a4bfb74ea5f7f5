// The JSON labels of values without labels. The compiler synthesizes the coding itself from these keys.

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

extension Count {
    enum ExactlyCodingKeys: String, CodingKey { case _0 = "events" }
    enum AtLeastCodingKeys: String, CodingKey { case _0 = "events" }
    enum AtMostCodingKeys: String, CodingKey { case _0 = "events" }
}

extension Bound {
    enum AtMostCodingKeys: String, CodingKey { case _0 = "amount" }
    enum AtLeastCodingKeys: String, CodingKey { case _0 = "amount" }
    enum WithinCodingKeys: String, CodingKey { case _0 = "amount" }
}
