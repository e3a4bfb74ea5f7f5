public import Ground

extension AccessoryConfigurationData {
    /// Returns everything a strict phone could object to, each with the field's offset and value.
    ///
    /// The rig refuses data with a fault, as a phone does with NIError.invalidConfiguration (nearby-interaction.md 3.3;
    /// Apple documents only that malformed data is refused). A newer UWB version is a warning.
    public func findings() -> [Finding] {
        envelopeFindings() + versionFindings() + peerFindings() + requestFindings()
    }

    /// Whether there is no finding that is a fault.
    public var isAcceptable: Bool { !findings().contains { $0.weight == .fault } }

    private func envelopeFindings() -> [Finding] {
        var findings: [Finding] = []
        if protocolMajor == 0 {
            findings.append(
                Finding("configuration.version", .fault, "accessory protocol major version is 0", offset: 0))
        } else if protocolMajor > 1 {
            let meaning = "accessory protocol \(protocolMajor).\(protocolMinor) is newer than 1.0"
            findings.append(Finding("configuration.version", .warning, meaning, offset: 0))
        }
        if ![.automatic, .infrequent, .userInteractive].contains(preferredUpdateRate) {
            let meaning = "preferred update rate is \(preferredUpdateRate.rawValue), it must be 0, 10 or 20"
            findings.append(Finding("configuration.field", .fault, meaning, offset: 4))
        }
        if let index = reserved.firstIndex(where: { $0 != 0 }) {
            findings.append(
                Finding(
                    "configuration.reserved", .note, "reserved byte is \(reserved[index].hexadecimal) instead of 0",
                    offset: 5 + index))
        }
        return findings
    }

    private func versionFindings() -> [Finding] {
        var findings: [Finding] = []
        if UWBVersion.known.contains(version) {
            let due = Self.uwbLength(of: version)
            if declaredLength != due {
                let meaning = "UWB configuration length is \(declaredLength), UWB \(version) has \(due)"
                findings.append(Finding("configuration.length", .fault, meaning, offset: 15))
            }
        } else if version < .v10 {
            findings.append(
                Finding("configuration.version", .fault, "UWB version \(version) does not exist", offset: 16))
        } else {
            let meaning = "UWB version \(version) is not known; it was read like the newest known version below it"
            findings.append(Finding("configuration.version", .warning, meaning, offset: 16))
        }
        let present = uwbBytesPresent
        if present != Int(declaredLength) {
            let meaning = "UWB configuration length is \(declaredLength), but \(present) bytes follow"
            findings.append(Finding("configuration.trailingBytes", .fault, meaning, offset: 15))
        }
        return findings
    }

    private func peerFindings() -> [Finding] {
        var findings: [Finding] = []
        if role.rawValue > 1 {
            let meaning = "ranging role is \(role.rawValue), it must be 0 (responder) or 1 (initiator)"
            let next = address.rawValue >> 8
            findings.append(
                next > 1
                    ? Finding("configuration.role", .fault, meaning, offset: 32)
                    : Finding(
                        "configuration.roleAfterAddress", .fault,
                        "\(meaning); the byte after the address is \(next)", offset: 32))
        }
        if !address.isUsable {
            findings.append(
                Finding("configuration.address", .fault, "short MAC address \(address) cannot be used", offset: 33))
        }
        return findings
    }

    private func requestFindings() -> [Finding] {
        guard let request else { return [] }
        var findings: [Finding] = []
        if request.reserved != 0 {
            let meaning = "reserved bytes are \(request.reserved.hexadecimal) instead of 0"
            findings.append(Finding("configuration.reserved", .note, meaning, offset: 37))
        }
        if request.hopping > 1 {
            let meaning = "requested hopping mode is \(request.hopping), only 0 and 1 are known"
            findings.append(Finding("configuration.field", .warning, meaning, offset: 41))
        }
        return findings
            + timingFindings(
                slots: (request.slotsPerRound, at: 42), slotDuration: (request.slotDurationRSTU, at: 44),
                interval: (request.intervalMilliseconds, at: 46))
    }

    private var uwbBytesPresent: Int {
        19 + (clockDriftPPM == nil ? 0 : 2) + (request == nil ? 0 : 11) + extra.count
    }
}
