import Ground
import NearbyInteraction
import UCI

/// How an accessory reads the phone's configuration data, and what it ranges with in the end.
struct ShareableReader: Sendable {
    /// From the blob's beginning to its length byte, and that byte.
    private static let headLength = 5

    let model: AccessoryBuild

    /// The parameters of ranging out of both halves; nil for a payload that is dropped without a word.
    ///
    /// A healthy accessory takes the blob of its own UWB version or of an older one, whole and without faults, and
    /// lets bytes behind it be.
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
