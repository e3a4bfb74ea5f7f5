import Ground
import NearbyInteraction

/// A value that a phone wrote, by its meaning: without what every phone draws anew.
///
/// Of configureAndStart these are session id, IV, the phone's MAC address and the ranging interval, which phones draw
/// from three (fact sheet 4.4). Other messages have nothing random.
struct WrittenValue: Hashable, Sendable {
    /// What kind of message it is: its first byte; nil for an empty value.
    let kind: UInt8?
    /// The bytes with zeros for what is random.
    let bytes: [UInt8]

    init(_ value: [UInt8], ids: MessageIdentifiers = .appleSample) {
        kind = value.first
        guard kind == ids.configureAndStart,
            var data = try? ShareableConfigurationData(decoding: Array(value.dropFirst()))
        else {
            bytes = value
            return
        }
        data.sessionID = 0
        data.intervalMilliseconds = 0
        data.initialization = StaticSTSInitialization(Self.noVector) ?? data.initialization
        data.address = ShortAddress(rawValue: 0)
        bytes = [ids.configureAndStart] + data.encoded
    }

    private static let noVector = [UInt8](repeating: 0, count: 6)
}
