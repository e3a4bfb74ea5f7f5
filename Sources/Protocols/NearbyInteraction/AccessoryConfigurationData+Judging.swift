public import Ground

extension AccessoryConfigurationData {
    /// The number of bytes before the UWB configuration.
    private static let envelope = 16
    /// The length bytes that are taken for a mistaken one.
    private static let declaredLengths: ClosedRange<UInt8> = 8...48
    /// The greatest length of a payload that is taken for configuration data, with room for a padded structure.
    private static let longestLikely = 128

    /// Whether a payload resembles accessory configuration data, acceptable or not: protocol 1.0 or 1.1, and at least
    /// the bytes before the UWB configuration.
    public static func isLikely(_ payload: some RandomAccessCollection<UInt8>) -> Bool {
        guard (envelope...longestLikely).contains(payload.count) else { return false }
        let start = Array(payload.prefix(envelope))
        // A text would have letters where the reserved bytes are.
        return [[1, 0, 0, 0], [1, 0, 1, 0]].contains(start[..<4]) && start[5..<15].allSatisfy { $0 < 0x20 }
            && declaredLengths.contains(start[15])
    }

    /// Decodes a payload as a phone does: returns the data if it accepts them, and everything that it could object to.
    ///
    /// Offsets count from the message's id.
    public static func judging(_ payload: [UInt8]) -> (data: AccessoryConfigurationData?, findings: [Finding]) {
        let data: AccessoryConfigurationData
        do throws(Malformed) {
            data = try AccessoryConfigurationData(decoding: payload)
        } catch {
            return (nil, [Finding("configuration.truncated", error.shifted(by: 1), in: "accessory configuration data")])
        }
        let findings = data.findings().map { finding in
            Finding(
                finding.code, finding.weight, "accessory configuration data: \(finding.meaning)",
                offset: finding.shifted(by: 1).offset)
        }
        return (findings.contains { $0.weight == .fault } ? nil : data, findings)
    }
}
