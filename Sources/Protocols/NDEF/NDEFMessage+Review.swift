public import Ground

extension NDEFMessage {
    /// All findings about the message and its records, each with the offset of its record.
    ///
    /// `findings` covers only the layout; this covers the content as well (nfc.md 1.4 to 1.7).
    public var review: [Finding] {
        var all = findings
        for (index, record) in records.enumerated() {
            all += notes(on: record, index: index, at: offsets.indices.contains(index) ? offsets[index] : nil)
        }
        let hasLink = records.contains { $0.isWellKnown(URIRecord.type) }
        if !hasLink { all += firstURI().findings }
        return all
    }

    private func notes(on record: NDEFRecord, index: Int, at offset: Int?) -> [Finding] {
        switch record.meaning {
        case .unusableURI(let reason):
            return [Finding("ndef.record", .fault, "the URI record gives no URI: \(reason)", offset: offset)]
        case .uri(let uri):
            guard records.prefix(index).contains(where: { $0.isWellKnown(URIRecord.type) }) else { return [] }
            return [
                Finding(
                    "ndef.record", .note,
                    "the URI \(uri.escapedForDisplay) is not the first, which alone a phone takes",
                    offset: offset)
            ]
        case .text(let text):
            var notes = text.languageComplaint.map { [Finding("ndef.record", .warning, $0, offset: offset)] } ?? []
            if let status = record.payload.first, status & 0x40 != 0 {
                notes.append(
                    Finding("ndef.record", .note, "the reserved bit of the text's status byte is set", offset: offset))
            }
            return notes
        case .smartPoster(let poster):
            return poster.findings.map {
                Finding($0.code, $0.weight, "in the Smart Poster: \($0.meaning)", offset: offset)
            }
        case .absoluteURI(let uri):
            return [
                Finding(
                    "ndef.record", .warning,
                    "\(uri) is a record's type and no link: an iPhone looks for well-known U records only",
                    offset: offset)
            ]
        case .androidApplication:
            guard index != records.count - 1 else { return [] }
            return [
                Finding(
                    "ndef.record", .note, "the Android application record is not the message's last, as it should be",
                    offset: offset)
            ]
        case .external(_, let type, _) where type.isEmpty:
            return [
                Finding(
                    "ndef.record", .warning, "an external type is written domain:name, this one has no colon",
                    offset: offset)
            ]
        case .malformed(let type, let reason):
            return [Finding("ndef.record", .fault, "the record \(type) is malformed: \(reason)", offset: offset)]
        case .otherWellKnown(let type, _):
            return [Finding("ndef.record", .note, "the well-known type \(type) is not known here", offset: offset)]
        case .media, .external, .empty, .handover, .signature, .unknown: return []
        }
    }
}

extension TextRecord {
    /// The problem with the language tag; nil if it looks valid (letters, digits and hyphens).
    var languageComplaint: String? {
        let parts = language.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { Self.isLetterOrDigit($0) }
        }
        guard !isTag || parts.first.map({ $0.count < 2 }) ?? true else { return nil }
        return "the language tag \"\(language.escapedForDisplay)\" is none such as en or de-CH"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension TextRecord: CustomStringConvertible {
    /// For example `text (en) Door`, safe to print.
    public var description: String {
        let mark = encoding == .utf16 ? ", UTF-16" : ""
        return "text (\(language.escapedForDisplay)\(mark)) \(text.escapedForDisplay)"
    }
}

extension SmartPoster: CustomStringConvertible {
    /// The poster's complete contents on one line, safe to print.
    public var description: String {
        var parts = ["Smart Poster of \(record.meaning)"]
        parts += titles.map { "\($0)" }
        if let action { parts.append("action \(action)") }
        if let size { parts.append("\(size) bytes behind the URI") }
        if let mediaType { parts.append("of type \(mediaType.escapedForDisplay)") }
        parts += icons.map { "icon \($0.typeName), \($0.payload.count) bytes" }
        return parts.joined(separator: "; ")
    }
}

extension SmartPoster.Action: CustomStringConvertible {
    public var description: String {
        switch self {
        case .doNow: "do it now"
        case .save: "save it"
        case .openForEditing: "open it for editing"
        default: "reserved \(rawValue.hexadecimal)"
        }
    }
}
