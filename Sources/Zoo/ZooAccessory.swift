public import Ground
import Journal
import Links
public import RigKit
public import Simulators

/// A simulated accessory in the zoo: healthy, or with one known defect.
public struct ZooAccessory: Hashable, Sendable {
    public let variant: AccessoryVariant
    /// Nil for a healthy animal.
    public let defect: Defect?
    /// The optional parts that it does without.
    public let lacks: Set<AccessoryPart>

    public init(_ variant: AccessoryVariant, _ defect: Defect? = nil, lacks: Set<AccessoryPart> = []) {
        self.variant = variant
        self.defect = defect
        self.lacks = lacks
    }

    /// What it is called: its defect, or its variant and what it does without.
    public var name: String {
        let parts = AccessoryPart.allCases.filter(lacks.contains).map { "-\($0.rawValue)" }
        return defect?.rawValue ?? (["healthy \(variant.rawValue)"] + parts).joined(separator: " ")
    }

    /// The healthy ones of every variant, which must pass everything.
    public static let healthy = AccessoryVariant.allCases.map { ZooAccessory($0) }

    /// Healthy ones, each without one optional part: they must pass all that is not about it.
    public static let frugal = AccessoryPart.allCases.map { ZooAccessory(.appleSample, lacks: [$0]) }

    /// One for each known defect.
    public static let sick = Defect.allCases.map { ZooAccessory(.appleSample, $0) }

    /// How it is built, in the place of an accessory of the rig: it advertises that one's name.
    func model(inPlaceOf entry: AccessoryEntry) -> AccessoryBuild {
        AccessoryBuild(
            variant: variant, advertisedName: entry.advertisedName, lacks: lacks, defects: defect.map { [$0] } ?? [])
    }

    /// The same as a port that `--port` takes.
    public func port(inPlaceOf entry: AccessoryEntry) -> AccessoryPort {
        .simulated(
            AccessoryModel(
                variant: variant, advertisedName: entry.advertisedName, lacks: lacks,
                defects: defect.map { [$0.rawValue] } ?? []))
    }
}

extension AccessoryEntry {
    fileprivate var advertisedName: String? {
        if case .simulated(let model) = port { model.advertisedName } else { nil }
    }
}

extension Defect {
    /// Whether a failed run says what is wrong: a code of its failures names the defect, of the accessory.
    func isNamed(by summary: RunSummary) -> Bool { summary.failures.contains(where: isNamed) }

    /// Whether a failure names the defect: what it means or what was seen is its sign, and the accessory or the kit
    /// that ranged with it is the witness.
    func isNamed(by failure: Failure) -> Bool {
        switch failure.link.flatMap(LinkID.init) {
        case .bluetooth, .kit, .console, nil: failure.code == facts.sign || failure.seenCode == facts.sign
        case .reader, .stage: false
        }
    }
}
