import Ground

/// The verdict on a candidate from readings taken at one time: the level and all reasons for it.
///
/// The level is the best that a reason supports, but `contradicted` as soon as one reason speaks against the
/// candidate. gate.md, section 6.1.
public struct IdentityJudgement: Hashable, Codable, Sendable {
    public let level: IdentityLevel
    /// The reasons in the order of the readings, followed by what is missing.
    public let reasons: [IdentityReason]

    /// Judges a candidate. Pass in `before` the same accessory's last readings if no other firmware was written
    /// since; any difference then contradicts the candidate.
    public init(
        of candidate: FirmwareCandidate, by readings: [IdentityReading], after before: [IdentityReading] = [],
        expecting wanted: IdentityExpectation = .init()
    ) {
        var judge = IdentityJudge(candidate: candidate, wanted: wanted)
        for reading in readings { judge.take(reading) }
        if before.hasChanged(to: readings) { judge.note(.changed) }
        judge.conclude()
        (level, reasons) = (judge.level(wanted), judge.reasons)
    }
}

/// Evaluates readings one after another.
private struct IdentityJudge {
    let candidate: FirmwareCandidate
    let wanted: IdentityExpectation
    var reasons: [IdentityReason] = []
    private var hasVersion = false
    /// The reported texts that could contain the version, used to report a version that was not found.
    private var told: [(source: IdentityReading.Source, text: String)] = []
    private var hasRead = false
    private var hasAsked = false
    /// Whether a management server reported the running images, and whether one exists that did not.
    private var isSettled = false
    private var isSilent = false

    init(candidate: FirmwareCandidate, wanted: IdentityExpectation) {
        (self.candidate, self.wanted) = (candidate, wanted)
    }

    mutating func note(_ reason: IdentityReason) { if !reasons.contains(reason) { reasons.append(reason) } }

    mutating func take(_ reading: IdentityReading) {
        hasRead = hasRead || reading.tells
        hasAsked = hasAsked || reading.source == .characteristic
        switch reading.claim {
        case .text(let field, let text, _): take(text, of: field)
        case .images(let slots): take(slots, reading.source)
        case .version(let text): takeVersion(text, reading.source, field: nil)
        case .imageHash(let hash): takeBare(hash)
        case .shown(let place, _) where place == wanted.shown?.place: takeShown(reading.bytes)
        case .buildID(let digits):
            guard let expected = candidate.buildID else { return }
            note(digits == expected ? .buildIDAgrees : .buildIDDiffers(reported: digits))
        case .flashed(let sha256, let isVerified):
            guard sha256 == candidate.sha256 else { return note(.flashedOther(sha256: sha256)) }
            note(isVerified ? .flashed : .flashUnverified)
        case .nothing(let gap):
            let isServer = reading.source == .management || reading.source == .managementConsole
            isSilent = isSilent || isServer && gap != .absent
            note(.unreadable(source: reading.source, gap: gap))
        case .systemID, .product, .raw, .system, .shown: break
        }
    }

    // MARK: Hashes

    private mutating func take(_ slots: [ImageSlot], _ source: IdentityReading.Source) {
        var tellsAll = true
        defer {
            isSettled = isSettled || tellsAll
            isSilent = isSilent || !tellsAll
        }
        for number in wanted.images {
            let ofImage = slots.filter { $0.image == number }
            let active = ofImage.filter(\.isActive)
            guard let slot = active.first else {
                note(ofImage.isEmpty ? .imageMissing(image: number) : .nothingActive(image: number))
                tellsAll = false
                continue
            }
            guard active.count == 1 else {
                note(.severalActive(image: number))
                tellsAll = false
                continue
            }
            if let expected = candidate.image(number) {
                take(slot, expected, source)
            } else {
                note(.candidateWithoutImage(image: number))
            }
            // The next reset may bring another image, whatever the file is and whatever else agrees.
            if !slot.isConfirmed, !reasons.contains(.notConfirmed(image: number)) { note(.onTrial(image: number)) }
        }
    }

    private mutating func take(
        _ slot: ImageSlot, _ expected: FirmwareCandidate.Image, _ source: IdentityReading.Source
    ) {
        let number = expected.number
        if let version = FirmwareVersion(slot.version), version != expected.version {
            note(.versionDiffers(source: source, reported: slot.version, expected: expected.version.description))
        }
        hasVersion = hasVersion || !wanted.versions.isEmpty
        told.append((source, slot.version))
        if wanted.versions.contains(where: { $0.field == nil && $0.text == slot.version }) {
            note(.versionAgrees(source: source, text: slot.version))
        }
        guard let hash = expected.hash, expected.check != .differs else {
            return note(
                expected.check == .differs ? .candidateDamaged(image: number) : .candidateWithoutImage(image: number))
        }
        guard let reported = slot.hash else {
            note(.hashMissing(image: number))
            if FirmwareVersion(slot.version) == expected.version {
                note(.versionAgrees(source: source, text: slot.version))
            }
            return
        }
        guard reported == hash else {
            return note(.hashDiffers(image: number, reported: reported, expected: hash))
        }
        note(slot.isConfirmed ? .hashAgrees(image: number) : .notConfirmed(image: number))
    }

    private mutating func takeBare(_ hash: ImageHash) {
        guard let expected = candidate.images.first(where: { $0.hash?.algorithm == hash.algorithm }) else { return }
        guard expected.check != .differs else { return note(.candidateDamaged(image: expected.number)) }
        note(
            candidate.images.contains { $0.hash == hash && $0.check != .differs }
                ? .bareHashAgrees : .bareHashDiffers(reported: hash))
    }

    /// Compares the value of the characteristic that the plan names: all of the expected bytes, or exactly the
    /// prefix.
    ///
    /// A value of another length proves nothing, and contradicts the candidate if its bytes differ.
    private mutating func takeShown(_ value: [UInt8]) {
        guard let shown = wanted.shown, let whole = expected(of: shown.shows) else { return }
        do throws(Malformed) {
            let count = shown.prefix ?? whole.count
            guard count <= whole.count else {
                throw Malformed(at: whole.count, "\(count) bytes are expected, and the candidate's has \(whole.count)")
            }
            let (expected, told) = (Array(whole.prefix(count)), try shown.read(value))
            let common = min(told.count, count)
            guard told.prefix(common) == expected.prefix(common) || common < min(count, HashCharacteristic.leastProof)
            else {
                let digits = (told.hex(separator: ""), expected.hex(separator: ""))
                return note(.shownHashDiffers(reported: digits.0, expected: digits.1))
            }
            guard told.count == count else {
                throw Malformed(at: common, "it shows \(told.count) bytes, and not \(count)")
            }
            note(.shownHashAgrees(bytes: count))
        } catch {
            note(.unreadable(source: .characteristic, gap: .malformed(fault: error, field: nil)))
        }
    }

    /// Returns the candidate's bytes to compare with, or notes a reason and returns nil if it has none.
    private mutating func expected(of content: HashCharacteristic.Content) -> [UInt8]? {
        switch content {
        case .fileHash: return [UInt8](hex: candidate.sha256)
        case .buildID:
            let id = candidate.buildID.flatMap { [UInt8](hex: $0) }
            if id == nil { note(.candidateWithoutBuildID) }
            return id
        case .imageHash:
            guard let image = candidate.image(0), let hash = image.hash else {
                note(.candidateWithoutImage(image: 0))
                return nil
            }
            guard image.check != .differs else {
                note(.candidateDamaged(image: 0))
                return nil
            }
            return hash.bytes
        }
    }

    // MARK: Versions

    private mutating func take(_ text: String, of field: DeviceInformation) {
        takeVersion(text, .deviceInformation, field: field)
        guard wanted.revisionEndsInHash, field == .firmwareRevision, let hash = candidate.image(0)?.hash else { return }
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        let digits = parts.count > 1 ? parts.last.map { $0.lowercased() } ?? "" : ""
        let expected = hash.bytes.prefix(4).hex(separator: "")
        note(digits == expected ? .hashDigitsAgree : .hashDigitsDiffer(reported: digits))
    }

    private mutating func takeVersion(
        _ text: String, _ source: IdentityReading.Source, field: DeviceInformation?
    ) {
        for version in wanted.versions where version.field != nil && version.field == field {
            note(
                text == version.text
                    ? .versionAgrees(source: source, text: text)
                    : .versionDiffers(source: source, reported: text, expected: version.text))
        }
        guard field?.mayNameVersion != false else { return }
        hasVersion = true
        told.append((source, text))
        // The hash digits that the plan expects after the version are not part of it.
        let ends = wanted.revisionEndsInHash && field == .firmwareRevision
        let anywhere = wanted.versions.filter { $0.field == nil }
        if let version = anywhere.first(where: { $0.text == text || ends && text.hasPrefix("\($0.text)+") }) {
            note(.versionAgrees(source: source, text: version.text))
        } else if wanted.versions.isEmpty, let own = candidate.image(0)?.version, Self.bare(text) == own {
            note(.versionAgrees(source: source, text: text))
        }
    }

    /// Returns the version in a text whose build may be digits of a hash.
    private static func bare(_ text: String) -> FirmwareVersion? {
        FirmwareVersion(text) ?? text.split(separator: "+").first.flatMap { FirmwareVersion($0) }
    }

    // MARK: The end

    mutating func conclude() {
        for version in wanted.versions where version.field == nil && hasVersion {
            let agrees = reasons.contains {
                if case .versionAgrees(_, version.text) = $0 { true } else { false }
            }
            // A version expected in any field must be found in at least one.
            if !agrees {
                for one in told {
                    note(.versionDiffers(source: one.source, reported: one.text, expected: version.text))
                }
            }
        }
        let agrees = reasons.contains { if case .versionAgrees = $0 { true } else { false } }
        if hasVersion, wanted.versions.isEmpty, !agrees { note(.versionsUnlike) }
        if wanted.shown != nil, !hasAsked { note(.shownNotAsked) }
        if !hasRead { note(.nothingRead) }
    }

    func level(_ wanted: IdentityExpectation) -> IdentityLevel {
        if reasons.contains(where: \.contradicts) { return .contradicted }
        let isDamaged = reasons.contains { if case .candidateDamaged = $0 { true } else { false } }
        if isDamaged { return .unknown }
        let isOnTrial = reasons.contains {
            switch $0 {
            case .notConfirmed, .onTrial: true
            default: false
            }
        }
        // These sources do not show whether the image will stay: a report that it runs on trial is believed, and a
        // server that could say so but did not does not count as a confirmation.
        let isShown =
            wanted.images.allSatisfy { $0 == 0 }
            && reasons.contains {
                if case .shownHashAgrees(let count) = $0 { count >= HashCharacteristic.leastProof } else { false }
            }
        let isBuilt = wanted.buildIDProves && reasons.contains(.buildIDAgrees)
        let areProved = !wanted.images.isEmpty && wanted.images.allSatisfy { reasons.contains(.hashAgrees(image: $0)) }
        let mayStay = isSettled || !isSilent
        // If Bluetooth and console report different things about an image, the worse one counts.
        let isDoubted = reasons.contains {
            switch $0 {
            case .imageMissing, .nothingActive, .severalActive, .hashMissing: true
            default: false
            }
        }
        if !isOnTrial, areProved && !isDoubted || mayStay && (isShown || isBuilt) { return .proved }
        if reasons.contains(.flashed) { return .flashed }
        let claims = reasons.contains {
            switch $0 {
            case .hashAgrees, .buildIDAgrees, .versionAgrees, .bareHashAgrees, .hashDigitsAgree,
                .shownHashAgrees, .notConfirmed:
                true
            default: false
            }
        }
        return claims ? .claimed : .unknown
    }
}
