import ApplicationServices
import Ground
import TagRouting

/// The comparison of a TV's file with those of the other sides.
struct ServicePairing {
    let tv: ServiceProperties?
    let companions: [ServiceProperties]
    private(set) var found: [AppSide: [PropertyFinding]] = [:]
    private(set) var unjudged: [ServiceCheck.Unjudged] = []

    init(tv: ServiceProperties?, companions: [ServiceProperties]) {
        self.tv = tv
        self.companions = companions
    }

    mutating func compare() {
        compareBundles()
        guard let tv else {
            unjudged.append(.noTV)
            return
        }
        var missing: [CompanionPlatform] = []
        for service in tv.declared {
            for platform in service.platforms {
                if let file = file(for: platform) {
                    compare(service, with: file, platform)
                } else if !missing.contains(platform) {
                    missing.append(platform)
                }
            }
        }
        unjudged += missing.map { .noFile($0) }
        for file in companions { lookForUnbrowsed(file, tv) }
    }

    /// Returns the file of a platform's app. An app for iPhone and iPad is one app, so the phone's file is used for
    /// both if there is no other.
    private mutating func file(for platform: CompanionPlatform) -> ServiceProperties? {
        if let own = companions.first(where: { $0.side.platform == platform }) { return own }
        guard platform == .iPadOS, let phone = companions.first(where: { $0.side == .phone }) else { return nil }
        if !unjudged.contains(.phoneForPad) { unjudged.append(.phoneForPad) }
        return phone
    }

    /// Checks that every platform named by the TV's entry declares its identifier (section 0, point 10).
    private mutating func compare(
        _ service: ServiceProperties.Declared, with file: ServiceProperties, _ platform: CompanionPlatform
    ) {
        guard !file.declared.contains(where: { $0.identifier == service.identifier }) else { return }
        let name = "\"\(service.identifier.rawValue.shown())\""
        let near = file.declared.first { $0.identifier.isNearMiss(of: service.identifier) }
        let meaning =
            near.map { "\(name) is \"\($0.identifier.rawValue.shown())\" in \(file.side), at \($0.place)" }
            ?? "\(name) is not in Advertises of \(file.side)"
        add(
            near == nil ? "services.notAdvertised" : "services.identifierDiffers", .fault,
            near == nil ? .documented : .inferred, service, meaning,
            "no device with \(platform) can be chosen for it", in: .tv)
    }

    /// Reports services that the TV's file does not search for, or not on this platform. If some of its platforms are
    /// unknown, the devices that the picker offers are unknown too, which is reported for that file.
    private mutating func lookForUnbrowsed(_ file: ServiceProperties, _ tv: ServiceProperties) {
        guard let platform = file.side.platform else { return }
        for service in file.declared {
            let name = "\"\(service.identifier.rawValue.shown())\""
            let same = tv.declared.filter { $0.identifier == service.identifier }
            if same.isEmpty {
                guard !tv.declared.contains(where: { $0.identifier.isNearMiss(of: service.identifier) }) else {
                    continue  // told where the television's entry stands
                }
                add(
                    "services.notBrowsed", .warning, .inferred, service,
                    "\(name) is not in Browses of \(AppSide.tv)", "the TV's app does not browse for it",
                    in: file.side)
            } else if same.allSatisfy({ $0.areAllPlatforms && !$0.platforms.contains(platform) }) {
                add(
                    "services.platformLeftOut", .warning, .inferred, service,
                    "\(name) in \(AppSide.tv) does not name \(platform)", "the picker offers no such device",
                    in: file.side)
            }
        }
    }

    /// Checks that all files have the same bundle identifier (section 0, point 7).
    private mutating func compareBundles() {
        var first: (side: AppSide, name: String)?
        for file in [tv].compactMap(\.self) + companions {
            switch file.bundle {
            case .missing, .buildSetting: unjudged.append(.bundle(file.side))
            case .named(let name, let place):
                guard let known = first else {
                    first = (file.side, name)
                    continue
                }
                guard !known.name.utf8.elementsEqual(name.utf8) else { continue }
                let finding = PropertyFinding(
                    code: "services.bundle", weight: .fault, evidence: .documented, path: ServiceKey.bundle,
                    meaning: "it is \(name.shown()), and \(known.name.shown()) in \(known.side)",
                    effect: "the system does not take the two for one app", place: place)
                found[file.side, default: []].append(finding)
            }
        }
    }

    private mutating func add(
        _ code: FailureCode, _ weight: Finding.Weight, _ evidence: Evidence, _ service: ServiceProperties.Declared,
        _ meaning: String, _ effect: String, in side: AppSide
    ) {
        guard found[side, default: []].count < AppProperties.findingLimit else { return }
        found[side, default: []].append(
            PropertyFinding(
                code: code, weight: weight, evidence: evidence, path: service.path, meaning: meaning, effect: effect,
                place: service.place))
    }
}
