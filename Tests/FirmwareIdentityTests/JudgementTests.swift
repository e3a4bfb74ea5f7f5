import FirmwareIdentity
import Ground
import TestSupport
import Testing

@Suite struct JudgementTests {
    private static let hash = ImageHash(Vectors.hash)
    private static let other = ImageHash(Vectors.reported)

    private static func slot(
        _ hash: ImageHash?, version: String = "1.2.3.4", confirmed: Bool = true, active: Bool = true, image: Int = 0,
        number: Int = 0
    ) -> ImageSlot {
        ImageSlot(
            image: image, slot: number, version: version, hash: hash, isBootable: true, isConfirmed: confirmed,
            isActive: active)
    }

    private static func images(_ slots: ImageSlot...) -> IdentityReading {
        IdentityReading(.management, .images(slots: slots))
    }

    private static func revision(_ text: String, _ field: DeviceInformation = .firmwareRevision) -> IdentityReading {
        IdentityReading(.deviceInformation, .text(field: field, text: text, zeros: 0), bytes: Array(text.utf8))
    }

    private func judge(
        _ readings: IdentityReading..., expecting wanted: IdentityExpectation = .init()
    ) throws -> IdentityJudgement {
        IdentityJudgement(of: try Vectors.candidate, by: readings, expecting: wanted)
    }

    @Test("an image that runs, is confirmed and has the candidate's hash proves it")
    func proved() throws {
        let judged = try judge(Self.images(Self.slot(Self.hash), Self.slot(Self.other, active: false, number: 1)))
        #expect(judged.level == .proved && judged.reasons == [.hashAgrees(image: 0)])
    }

    @Test("the console's answers count beside those over Bluetooth, and the worse one decides")
    func console() throws {
        func printed(_ slot: ImageSlot) -> IdentityReading {
            IdentityReading(.managementConsole, .images(slots: [slot]))
        }
        let good = Self.slot(Self.hash)
        let levels: [(ImageSlot, IdentityLevel)] = [
            (good, .proved), (Self.slot(Self.other), .contradicted), (Self.slot(Self.hash, confirmed: false), .claimed),
            (Self.slot(nil), .claimed), (Self.slot(Self.hash, active: false), .claimed),
            (Self.slot(Self.hash, image: 1), .claimed),
        ]
        for (slot, level) in levels {
            #expect(try judge(Self.images(good), printed(slot)).level == level)
            #expect(try judge(Self.images(slot), printed(good)).level == level)
        }
        let refused = IdentityReading(.management, .nothing(gap: .refused(code: 5, field: nil)))
        #expect(try judge(refused, printed(good)).level == .proved)
        // Only readings of the same source can differ.
        let silent = IdentityReading(.management, .nothing(gap: .absent))
        #expect(try !changed([Self.images(good), printed(good)], [silent, printed(good)]))
        #expect(try changed([Self.images(good), printed(good)], [Self.images(Self.slot(Self.other)), printed(good)]))
    }

    @Test("a candidate in the slot that does not run is contradicted")
    func notActive() throws {
        let judged = try judge(
            Self.images(
                Self.slot(Self.other, version: "1.0.0"), Self.slot(Self.hash, active: false, number: 1)))
        #expect(judged.level == .contradicted)
        let nothing = try judge(Self.images(Self.slot(Self.hash, active: false)))
        #expect(nothing.level == .unknown && nothing.reasons == [.nothingActive(image: 0)])
    }

    @Test("an image on trial is no more than claimed")
    func unconfirmed() throws {
        let judged = try judge(Self.images(Self.slot(Self.hash, confirmed: false)))
        #expect(judged.level == .claimed && judged.reasons == [.notConfirmed(image: 0)])
    }

    @Test("without a hash the version is a claim, and another version contradicts")
    func noHash() throws {
        #expect(try judge(Self.images(Self.slot(nil))).level == .claimed)
        #expect(try judge(Self.images(Self.slot(nil, version: "1.2.2"))).level == .contradicted)
        #expect(try judge(Self.images(Self.slot(Self.hash, version: "1.2.2"))).level == .contradicted)
    }

    @Test("two running images contradict each other, and each image of the plan is required")
    func several() throws {
        #expect(try judge(Self.images(Self.slot(Self.hash), Self.slot(Self.hash))).level == .contradicted)
        let both = IdentityExpectation(images: [0, 1])
        let one = try judge(Self.images(Self.slot(Self.hash)), expecting: both)
        #expect(one.level == .claimed && one.reasons.contains(.imageMissing(image: 1)))
        let second = try judge(
            Self.images(Self.slot(Self.hash), Self.slot(Self.other, image: 1)), expecting: both)
        #expect(second.level == .claimed && second.reasons.contains(.candidateWithoutImage(image: 1)))
    }

    @Test("no readings, or only gaps, are unknown and never a contradiction")
    func unknown() throws {
        #expect(try judge().level == .unknown)
        let gaps: [IdentityGap] = [.absent, .unanswered, .refused(code: 5, field: nil), .foreign(sequence: 1)]
        for gap in gaps {
            let judged = try judge(IdentityReading(.management, .nothing(gap: gap)))
            #expect(judged.level == .unknown && judged.reasons.contains(.nothingRead))
        }
    }

    @Test("a version is a claim; another one contradicts only if the plan names its place")
    func versions() throws {
        #expect(try judge(Self.revision("1.2.3+4")).level == .claimed)
        #expect(try judge(Self.revision("1.2.2")).level == .unknown)
        #expect(try judge(Self.revision("1.2.2"), Self.revision("1.2.3+4", .softwareRevision)).level == .claimed)
        let planned = IdentityExpectation(versions: [.init(field: .firmwareRevision, text: "1.2.3")])
        #expect(try judge(Self.revision("1.2.3"), expecting: planned).level == .claimed)
        #expect(try judge(Self.revision("1.2.2"), expecting: planned).level == .contradicted)
        let anywhere = IdentityExpectation(versions: [.init(text: "rev B")])
        #expect(try judge(Self.revision("rev B", .softwareRevision), expecting: anywhere).level == .claimed)
        #expect(try judge(Self.revision("rev A"), expecting: anywhere).level == .contradicted)
        #expect(try judge(Self.revision("rev A", .serialNumber), expecting: anywhere).level == .unknown)
        let reasons = try judge(Self.revision("rev A"), expecting: anywhere).reasons
        #expect(
            reasons == [.versionDiffers(source: .deviceInformation, reported: "rev A", expected: "rev B")],
            "the reported version is named")
        // Trailing hash digits are not part of the version if the plan says that they are hash digits.
        let digits = { IdentityExpectation(versions: [.init(text: "1.2.3")], revisionEndsInHash: $0) }
        #expect(try judge(Self.revision("1.2.3+a6d24722"), expecting: digits(true)).level == .claimed)
        #expect(try judge(Self.revision("1.2.2+a6d24722"), expecting: digits(true)).level == .contradicted)
        #expect(try judge(Self.revision("1.2.3+a6d24722"), expecting: digits(false)).level == .contradicted)
    }

    @Test("hash digits after the revision count if the plan says so")
    func digits() throws {
        let planned = IdentityExpectation(revisionEndsInHash: true)
        #expect(try judge(Self.revision("1.2.3+a6d24722"), expecting: planned).level == .claimed)
        #expect(try judge(Self.revision("1.2.3+00d24722"), expecting: planned).level == .contradicted)
        #expect(try judge(Self.revision("1.2.3"), expecting: planned).level == .contradicted)
        #expect(try judge(Self.revision("1.2.3+00d24722")).level == .unknown)
    }

    @Test("firmware that the rig wrote and read back is flashed, unless the accessory says otherwise")
    func flashed() throws {
        let flashed = IdentityReading(.rig, .flashed(sha256: Vectors.fileHash, isVerified: true))
        #expect(try judge(flashed).level == .flashed)
        #expect(try judge(flashed, Self.images(Self.slot(Self.hash))).level == .proved)
        #expect(try judge(flashed, Self.images(Self.slot(Self.other))).level == .contradicted)
        let other = IdentityReading(
            .rig, .flashed(sha256: String(repeating: "0", count: 64), isVerified: true))
        #expect(try judge(other).level == .contradicted)
        #expect(
            try judge(IdentityReading(.rig, .flashed(sha256: Vectors.fileHash, isVerified: false))).level == .unknown)
    }

    @Test("a build id is proof if the plan says so")
    func buildID() throws {
        let elf = try FirmwareCandidate.read(
            ImageTests.elf([1, 2, 3, 4]), sha256: Vectors.fileHash, digest: digest)
        let told = [IdentityReading(.console, .buildID(digits: "01020304"))]
        #expect(IdentityJudgement(of: elf, by: told).level == .claimed)
        let planned = IdentityExpectation(buildIDProves: true)
        #expect(IdentityJudgement(of: elf, by: told, expecting: planned).level == .proved)
        let trial = told + [Self.images(Self.slot(Self.other, confirmed: false))]
        #expect(IdentityJudgement(of: elf, by: trial, expecting: planned).level == .claimed)
        let other = [IdentityReading(.console, .buildID(digits: "ff"))]
        #expect(IdentityJudgement(of: elf, by: other).level == .contradicted)
        #expect(IdentityJudgement(of: try Vectors.candidate, by: other).level == .unknown)
    }

    @Test("a hash without the image's state is a claim")
    func bareHash() throws {
        let hash = try #require(Self.hash)
        let other = try #require(Self.other)
        #expect(try judge(IdentityReading(.console, .imageHash(hash: hash))).level == .claimed)
        #expect(try judge(IdentityReading(.console, .imageHash(hash: other))).level == .contradicted)
    }

    @Test("a damaged candidate proves nothing")
    func damaged() throws {
        var file = Vectors.image
        file[40] ^= 1
        let candidate = try FirmwareCandidate.read(file, sha256: Vectors.fileHash, digest: digest)
        let judged = IdentityJudgement(of: candidate, by: [Self.images(Self.slot(Self.hash))])
        #expect(judged.level == .unknown && judged.reasons.contains(.candidateDamaged(image: 0)))
    }

    // MARK: What changed since the reading before

    private func changed(_ before: [IdentityReading], _ after: [IdentityReading]) throws -> Bool {
        let judged = IdentityJudgement(of: try Vectors.candidate, by: after, after: before)
        let isChanged = judged.reasons.contains(.changed)
        if isChanged { #expect(judged.level == .contradicted) }
        return isChanged
    }

    @Test("claims that change are a contradiction, and a reading that fails is no change")
    func claims() throws {
        let serial = Self.revision("1", .serialNumber)
        let version = Self.revision("1.2.3+4")
        #expect(try changed([version, serial], [version, Self.revision("2", .serialNumber)]))
        #expect(try changed([version], [Self.revision("1.2.2+4")]))
        #expect(try !changed([version, serial], [version, serial]))
        #expect(try !changed([], [version, serial]))
        let silent = IdentityReading(.management, .nothing(gap: .unanswered))
        #expect(try !changed([version, serial], [version, silent]))
        // A field known only as raw bytes.
        let raw = [[UInt8](1...4), [1, 2, 3, 5]].map {
            IdentityReading(.deviceInformation, .raw(field: .certification), bytes: $0)
        }
        #expect(try changed([version, raw[0]], [version, raw[1]]))
        #expect(try !changed([version, raw[0]], [version, raw[0]]))
    }

    @Test("a different running image is a change, and one in the other slot is not")
    func runningImage() throws {
        let running = Self.slot(Self.hash)
        let idle = Self.slot(Self.other, active: false)
        #expect(try changed([Self.images(running)], [Self.images(Self.slot(Self.other))]))
        #expect(try !changed([Self.images(running)], [Self.images(running, idle)]))
        #expect(try !changed([Self.images(running, idle)], [Self.images(running)]))
        #expect(try !changed([Self.images(running)], [Self.images(idle, Self.slot(Self.hash, number: 1))]))
    }

    /// Returns the judgement of a vendor-specific characteristic that contains the hash of the file.
    private func judged(
        _ value: [UInt8], prefix: Int?, _ form: HashCharacteristic.Form = .bytes,
        beside others: [IdentityReading] = []
    ) throws -> IdentityJudgement {
        let candidate = try FirmwareCandidate.read(
            Array("any bytes".utf8), sha256: [UInt8](1...32).hex(separator: ""), digest: { _, _ in nil })
        let shown = HashCharacteristic(
            service: "FFF0", characteristic: "FFF1", shows: .fileHash, written: form, prefix: prefix)
        let reading = IdentityReading(
            .characteristic, .shown(place: shown.place, digits: value.hex(separator: "")), bytes: value)
        return IdentityJudgement(of: candidate, by: [reading] + others, expecting: IdentityExpectation(shown: shown))
    }

    @Test("hash bytes are proof from the eighth on, except for an image on trial")
    func shown() throws {
        let hash = [UInt8](1...32)
        // The file is not an image, so the management protocol cannot report its hash.
        let onTrial = try judged(hash, prefix: nil, beside: [Self.images(Self.slot(Self.other, confirmed: false))])
        #expect(onTrial.level == .claimed && onTrial.reasons.contains(.onTrial(image: 0)))
        #expect(try judged(hash, prefix: nil, beside: [Self.images(Self.slot(Self.other))]).level == .proved)
        let gaps: [(IdentityGap, IdentityLevel)] = [
            (.absent, .proved), (.incomplete, .claimed), (.unanswered, .claimed), (.interrupted, .claimed),
            (.refused(code: 5, field: nil), .claimed), (.foreign(sequence: 1), .claimed),
        ]
        for (gap, level) in gaps {
            let silent = IdentityReading(.management, .nothing(gap: gap))
            #expect(try judged(hash, prefix: nil, beside: [silent]).level == level, "\(gap)")
        }
        // A server that reports no running image says nothing about whether it stays.
        let idle = Self.slot(Self.other, active: false)
        for slots in [[], [idle], [Self.slot(Self.other, image: 1)], [Self.slot(Self.other), Self.slot(Self.hash)]] {
            let told = IdentityReading(.management, .images(slots: slots))
            #expect(try judged(hash, prefix: nil, beside: [told]).level != .proved, "\(slots)")
        }
        for count in 1...32 {
            #expect(try judged(Array(hash.prefix(count)), prefix: count).level == (count < 8 ? .claimed : .proved))
            #expect(try judged(Array(hash.prefix(count - 1)), prefix: count).level == .unknown)
            var other = Array(hash.prefix(count))
            other[count - 1] ^= 1
            #expect(try judged(other, prefix: count).level == .contradicted)
            // A value of another length is not the hash, and contradicts the candidate if its bytes differ.
            other = Array(hash.prefix(count - 1)) + [0xFF]
            let isTold = count >= HashCharacteristic.leastProof
            #expect(try judged(other, prefix: nil).level == (isTold ? .contradicted : .unknown), "\(count)")
            #expect(try judged([0xFF] + other, prefix: count).level == .contradicted)
        }
        #expect(try judged(hash + [7], prefix: nil).level == .unknown)
        // The plan requires more than the value has.
        let long = try judged(hash, prefix: 40)
        #expect(long.level == .unknown && !long.reasons.contains(.shownHashAgrees(bytes: 32)))
    }

    @Test("a hash in hex digits is read in either case, and a letter that is no digit is named")
    func shownDigits() throws {
        let hash = [UInt8](1...32)
        let digits = Array(hash.hex(separator: "").uppercased().utf8)
        #expect(try judged(digits + [0, 0], prefix: nil, .digits).level == .proved)
        for place in digits.indices {
            var spoilt = digits
            spoilt[place] = UInt8(ascii: "g")
            let reason = try judged(spoilt, prefix: nil, .digits).reasons.first
            guard case .unreadable(.characteristic, .malformed(let fault, nil))? = reason else {
                Issue.record("place \(place) is not named")
                continue
            }
            #expect(fault.offset == place)
            #expect(try judged(Array(digits.prefix(place)), prefix: nil, .digits).level == .unknown)
        }
    }
}
