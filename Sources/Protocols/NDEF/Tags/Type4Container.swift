import Ground

/// Decodes the capability container of a Type 4 tag: its header and the control TLVs of files (nfc.md 2.3).
struct Type4Container {
    enum Outcome {
        /// This number of bytes of the container is required to continue.
        case needs(Int)
        case complete(Type4Capability)
    }

    /// The header and one control TLV, the minimum for any container.
    static let smallest = 15
    /// The offset of the control TLVs.
    private static let header = 7
    /// The maximum number of bytes to read: a container with more than 60 files is invalid.
    static let limit = 512

    private let bytes: [UInt8]
    private let readsAll: Bool
    private(set) var files: [Type4Image.File] = []
    private(set) var findings: [Finding] = []
    private(set) var announcedLength = 0
    private(set) var maximumRead = Type4Container.smallest

    /// Creates a container from the bytes read so far; `readsAll` continues after the first NDEF file.
    init(_ bytes: [UInt8], readsAll: Bool) {
        self.bytes = bytes
        self.readsAll = readsAll
    }

    /// Decodes the known bytes; `isWhole` means that the tag provides no more.
    mutating func run(isWhole: Bool) throws(TagReadFailure) -> Outcome {
        guard isWhole || bytes.count >= Self.smallest else { return .needs(Self.smallest) }
        var reader = ByteReader(bytes)
        let version: UInt8
        let maximumWrite: Int
        do throws(Malformed) {
            announcedLength = Int(try reader.big("CCLEN") as UInt16)
            version = try reader.u8("the mapping version")
            maximumRead = Int(try reader.big("MLe") as UInt16)
            maximumWrite = Int(try reader.big("MLc") as UInt16)
        } catch { throw .malformed(error, part: .capabilityContainer) }
        guard announcedLength >= Self.smallest else {
            throw Type4Capability.malformed(at: 0, "CCLEN is \(announcedLength), at least 15 are needed")
        }
        // The version first, because the other rules apply to known versions only.
        guard version >> 4 <= 3 else { throw .unsupportedVersion(version) }
        if version >> 4 == 0 {
            throw Type4Capability.malformed(at: 2, "the mapping version is \(version.hexadecimal)")
        }
        if maximumRead < 15 {
            throw Type4Capability.malformed(at: 3, "MLe is \(maximumRead), at least 15 are needed")
        }
        if maximumWrite < 1 { throw Type4Capability.malformed(at: 5, "MLc is 0") }
        if let count = try walk(isWhole: isWhole, version) { return .needs(count) }
        guard let file = files.first(where: { $0.kind == .ndef || $0.kind == .extendedNDEF }) else {
            throw Type4Capability.malformed(
                at: Self.header, "among its \(files.count) control TLVs there is not that of an NDEF file")
        }
        if file.offset != Self.header {
            findings.append(
                Finding(
                    "tag.type4File", .warning, "the NDEF file's control TLV is not the container's first",
                    offset: file.offset))
        }
        return .complete(
            try Type4Capability(version: version, maximumRead: maximumRead, maximumWrite: maximumWrite, file: file))
    }

    /// Decodes control TLVs; returns the number of bytes required to continue, or nil at the end.
    private mutating func walk(isWhole: Bool, _ version: UInt8) throws(TagReadFailure) -> Int? {
        let end = min(announcedLength, Self.limit)
        var offset = Self.header
        while offset < end {
            let hasNDEF = files.contains { $0.kind == .ndef || $0.kind == .extendedNDEF }
            if hasNDEF, !readsAll { return nil }
            guard offset + 2 <= end else {
                return try incomplete(at: offset, hasNDEF: hasNDEF)
            }
            guard offset + 2 <= bytes.count else {
                if !isWhole { return more(than: offset + 2, end) }
                return try incomplete(at: offset, hasNDEF: hasNDEF)
            }
            let length = Int(bytes[offset + 1])
            try checkLength(length, of: Type4Image.File.Kind(rawValue: bytes[offset]), at: offset)
            guard offset + 2 + length <= end else { return try incomplete(at: offset, hasNDEF: hasNDEF) }
            guard offset + 2 + length <= bytes.count else {
                if !isWhole { return more(than: offset + 2 + length, end) }
                return try incomplete(at: offset, hasNDEF: hasNDEF)
            }
            take(Array(bytes[offset + 2..<offset + 2 + length]), at: offset, version)
            offset += 2 + length
        }
        return nil
    }

    /// Returns a length that uses MLe fully, so that a long container takes few commands.
    private func more(than count: Int, _ end: Int) -> Int { max(count, min(end, bytes.count + min(maximumRead, 256))) }

    private mutating func incomplete(at offset: Int, hasNDEF: Bool) throws(TagReadFailure) -> Int? {
        guard hasNDEF else { throw Type4Capability.malformed(at: offset, "the container ends within a control TLV") }
        findings.append(
            Finding("tag.type4File", .fault, "the capability container ends within a control TLV", offset: offset))
        return nil
    }

    private func checkLength(_ length: Int, of kind: Type4Image.File.Kind, at offset: Int) throws(TagReadFailure) {
        let right: Int? =
            switch kind {
            case .ndef: 6
            case .extendedNDEF: 8
            default: nil
            }
        if let right, length != right {
            throw Type4Capability.malformed(at: offset + 1, "the NDEF file's TLV has the length \(length)")
        }
    }

    private mutating func take(_ value: [UInt8], at offset: Int, _ version: UInt8) {
        let kind = Type4Image.File.Kind(rawValue: bytes[offset])
        var reader = ByteReader(value)
        do throws(Malformed) {
            let identifier: UInt16 = try reader.big("the file identifier")
            let size =
                kind == .extendedNDEF
                ? Int(try reader.big("the file's size") as UInt32) : Int(try reader.big("the file's size") as UInt16)
            let file = Type4Image.File(
                kind: kind, offset: offset, identifier: identifier, maximumSize: size,
                readAccess: try reader.u8("the read access"), writeAccess: try reader.u8("the write access"))
            files.append(file)
        } catch {
            findings.append(
                Finding("tag.type4File", .warning, "a control TLV of \(value.count) bytes is skipped", offset: offset))
            return
        }
        if kind == .extendedNDEF, version >> 4 < 3 {
            findings.append(
                Finding("tag.type4File", .warning, "an extended NDEF file belongs to mapping version 3", offset: offset)
            )
        }
        if kind != .ndef, kind != .extendedNDEF, kind != .proprietary {
            findings.append(Finding("tag.type4File", .note, "the control TLV of a \(kind) is skipped", offset: offset))
        }
    }
}
