public import Ground

extension ShareableConfigurationData {
    /// Returns everything an accessory could object to, each with the field's offset and value.
    ///
    /// Legal values are those of nearby-interaction.md 4.1 and those of FiRa for the profile that the blob implies.
    public func findings() -> [Finding] {
        versionFindings() + sessionFindings() + radioFindings()
            + timingFindings(
                slots: (slotsPerRound, at: 13), slotDuration: (slotDurationRSTU, at: 15),
                interval: (intervalMilliseconds, at: 17))
            + tailFindings()
    }

    private func versionFindings() -> [Finding] {
        var findings: [Finding] = []
        if UWBVersion.known.contains(version) {
            let due = Self.length(of: version)
            if declaredLength != due {
                let meaning = "length byte is \(declaredLength), UWB \(version) has \(due)"
                findings.append(Finding("shareable.field", .fault, meaning, offset: 4))
            }
        } else if version < .v10 {
            findings.append(Finding("shareable.field", .fault, "UWB version \(version) does not exist", offset: 0))
        } else {
            let meaning = "UWB version \(version) is not known; it was read like the newest known version below it"
            findings.append(Finding("shareable.field", .warning, meaning, offset: 0))
        }
        let present = 23 + (clockDriftPPM == nil ? 0 : 2) + (tail == nil ? 0 : 5) + extra.count
        if present != Int(declaredLength) {
            let meaning = "length byte is \(declaredLength), but \(present) bytes follow"
            findings.append(Finding("shareable.field", .fault, meaning, offset: 4))
        }
        return findings
    }

    private func sessionFindings() -> [Finding] {
        var findings: [Finding] = []
        let letters: ClosedRange<UInt8> = 0x41...0x5A
        let country = [UInt8(countryCode & 0xFF), UInt8(countryCode >> 8)]
        if !country.allSatisfy(letters.contains) {
            findings.append(
                Finding(
                    "shareable.field", .warning, "country code \(country.hex) is not two capital letters", offset: 5))
        }
        if sessionID == 0 {
            findings.append(
                Finding("shareable.field", .warning, "session id is 0, which some firmware takes for none", offset: 7))
        } else if sessionID > 0xFFFF {
            let meaning = "session id \(sessionID.hexadecimal) has high bits, which no phone was seen to send"
            findings.append(Finding("shareable.field", .warning, meaning, offset: 7))
        }
        if !address.isUsable {
            findings.append(
                Finding("shareable.field", .fault, "phone's short MAC address \(address) cannot be used", offset: 26))
        }
        return findings
    }

    private func radioFindings() -> [Finding] {
        var findings: [Finding] = []
        if !(9...12).contains(preambleCode) {
            let meaning = "preamble code is \(preambleCode), BPRF allows 9 to 12"
            findings.append(Finding("shareable.field", .fault, meaning, offset: 11))
        }
        if ![5, 6, 8, 9, 10, 12, 13, 14].contains(channel) {
            findings.append(Finding("shareable.field", .fault, "channel \(channel) does not exist", offset: 12))
        }
        if roundControl != 0x03 && roundControl != 0x06 {
            let meaning = "ranging round control is \(roundControl.hexadecimal), only 0x03 and 0x06 are known"
            findings.append(Finding("shareable.field", .warning, meaning, offset: 19))
        }
        return findings
    }

    private func tailFindings() -> [Finding] {
        guard let tail else { return [] }
        var findings: [Finding] = []
        if tail.reserved != 0 {
            let meaning = "reserved bytes are \(tail.reserved.hexadecimal) instead of 0"
            findings.append(Finding("shareable.field", .note, meaning, offset: 30))
        }
        if tail.hopping > 1 {
            let meaning = "hopping mode is \(tail.hopping), only 0 and 1 are known"
            findings.append(Finding("shareable.field", .warning, meaning, offset: 34))
        }
        return findings
    }
}
