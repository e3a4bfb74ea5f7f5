// The JSON labels of outcome values: see Coding.swift.

extension Outcome {
    enum FoundCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum ConnectedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum DisconnectedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum EncryptedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum PairedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum PairingFailedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum ParametersRequestedCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case acceptable
    }
    enum WriteRefusedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum ReceivedCodingKeys: String, CodingKey {
        case _0 = "message"
        case from = "accessory"
    }
    enum SentCodingKeys: String, CodingKey {
        case _0 = "message"
        case to = "accessory"
    }
    enum RangingCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum DirectionCodingKeys: String, CodingKey { case of = "accessory" }
    enum RemovedCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case reason
    }
    enum RetryCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum GaveUpCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case because = "reason"
    }
    enum InvalidatedCodingKeys: String, CodingKey {
        case _0 = "accessory"
        case code
    }
    enum SuspendedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum SuspensionEndedCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum KitMeasuredCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum AddressClashCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum EnteredCodingKeys: String, CodingKey {
        case _0 = "zone"
        case _1 = "accessory"
    }
    enum LeftCodingKeys: String, CodingKey {
        case _0 = "zone"
        case _1 = "accessory"
    }
    enum ZoneChangeCodingKeys: String, CodingKey { case _0 = "accessory" }
    enum FeatureCodingKeys: String, CodingKey {
        case _0 = "feature"
        case of = "accessory"
        case on
    }
    enum CompanionCodingKeys: String, CodingKey {
        case _0 = "companion"
        case _1 = "what"
    }
    enum OpenedCodingKeys: String, CodingKey {
        case _0 = "destination"
        case path
    }
    enum NotifiedCodingKeys: String, CodingKey { case _0 = "destination" }
    enum DeliveredCodingKeys: String, CodingKey {
        case to = "destination"
        case url, records
        case `as` = "form"
    }
    enum DecidedCodingKeys: String, CodingKey { case by = "rule" }
    enum ConsoleCodingKeys: String, CodingKey {
        case of = "accessory"
        case containing
    }
    enum ScreenConsoleCodingKeys: String, CodingKey {
        case of = "screen"
        case containing
    }
    enum ReportedCodingKeys: String, CodingKey {
        case _0 = "report"
        case by = "accessory"
    }
    enum AnyOfCodingKeys: String, CodingKey { case _0 = "outcomes" }
}
