import Ground
import NearbyInteraction
import UWB

/// An accessory's reading of the phone's configuration data, and the resulting ranging parameters.
struct ShareableReader: Sendable {
    /// The length of the blob's head, up to and including its length byte.
    private static let headLength = 5

    let model: AccessoryBuild

    /// Returns the ranging parameters from both halves; nil for a payload that is dropped without an answer.
    ///
    /// A healthy accessory accepts a complete, faultless blob of its UWB version or an older one, and ignores bytes
    /// after it.
    func parameters(
        of payload: [UInt8], for configuration: AccessoryConfigurationData
    ) -> RangingParameters? {
        guard payload.count >= Self.headLength else { return nil }
        let length = Self.headLength + Int(payload[Self.headLength - 1])
        var blob = Array(payload.prefix(length))
        if model.has(.acceptsTruncatedShareable) {
            blob += [UInt8](repeating: 0, count: length - blob.count)
        }
        guard let shareable = try? ShareableConfigurationData(decoding: blob), accepts(shareable) else { return nil }
        return RangingParameters(accessory: configuration, bent(shareable)).map { bent($0) }
    }

    private func accepts(_ shareable: ShareableConfigurationData) -> Bool {
        if model.has(.zeroSessionIDTreatedAsNone), shareable.sessionID == 0 { return false }
        if model.has(.refusesSlotDuration), shareable.slotDurationRSTU == 3600 { return false }
        if model.has(.rejectsClockDrift), shareable.clockDriftPPM != nil { return false }
        if model.has(.acceptsTruncatedShareable) { return true }
        return shareable.version <= model.version && !shareable.findings().contains { $0.weight == .fault }
    }

    private func bent(_ shareable: ShareableConfigurationData) -> ShareableConfigurationData {
        var bent = shareable
        if model.has(.bigEndianSessionID) { bent.sessionID = shareable.sessionID.byteSwapped }
        if model.has(.sessionIDTruncatedTo8) { bent.sessionID = shareable.sessionID & 0xFF }
        if model.has(.sessionIDTruncatedTo16) { bent.sessionID = shareable.sessionID & 0xFFFF }
        if model.has(.bigEndianInterval) { bent.intervalMilliseconds = shareable.intervalMilliseconds.byteSwapped }
        if model.has(.wrongInterval) { bent.intervalMilliseconds = 200 }
        if model.has(.slotDurationFixed) { bent.slotDurationRSTU = 2400 }
        if model.has(.bigEndianAddress) {
            bent.address = ShortAddress(rawValue: shareable.address.rawValue.byteSwapped)
        }
        return bent
    }

    private func bent(_ parameters: RangingParameters) -> RangingParameters {
        var bent = parameters
        if model.has(.reversedIV) { bent.staticSTSIV = StaticSTSIV(parameters.staticSTSIV.bytes.reversed()) }
        return bent
    }
}
