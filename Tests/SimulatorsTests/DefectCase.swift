import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

/// The effect of one defect on the wire, and nothing else: the same stimulus for a healthy and a defective accessory.
struct DefectCase: Sendable, CustomTestStringConvertible {
    let defect: Defect
    /// The observation with a healthy accessory of any variant.
    let healthy: String
    let defective: String
    let variants: [AccessoryVariant]
    /// The habits that the accessory needs for the defect to show.
    let habits: Set<AccessoryHabit>
    /// The data channel on which it shows; nil for any.
    let channel: DataChannelProfile?
    let observe: @Sendable (inout AccessoryBench) -> String

    init(
        _ defect: Defect, healthy: String, defective: String,
        of variants: [AccessoryVariant] = AccessoryVariant.allCases, habits: Set<AccessoryHabit> = [],
        on channel: DataChannelProfile? = nil,
        _ observe: @escaping @Sendable (inout AccessoryBench) -> String
    ) {
        self.defect = defect
        self.healthy = healthy
        self.defective = defective
        self.variants = variants
        self.habits = habits
        self.channel = channel
        self.observe = observe
    }

    var testDescription: String { defect.rawValue }

    static let all = answers + configurations + shareables + courses + links + bonds + rangings + tellings + channels

    /// Returns an accessory with the defect, or a healthy one.
    func bench(_ variant: AccessoryVariant, isSick: Bool, indicates: Bool = false) -> AccessoryBench {
        AccessoryBench(
            AccessoryBuild(
                variant: variant, profile: channel, indicates: indicates, habits: habits,
                defects: isSick ? [defect] : []))
    }
}

struct DefectTests {
    @Test("A defect shows, and a healthy accessory of each variant does not show it", arguments: DefectCase.all)
    func shows(row: DefectCase) {
        for variant in row.variants {
            var healthy = row.bench(variant, isSick: false)
            #expect(row.observe(&healthy) == row.healthy, "healthy \(variant)")
            var defective = row.bench(variant, isSick: true)
            #expect(row.observe(&defective) == row.defective, "defective \(variant)")
        }
    }

    @Test("Every defect has its row")
    func complete() {
        let missing = Defect.allCases.filter { defect in !DefectCase.all.contains { $0.defect == defect } }
        #expect(missing.isEmpty)
    }

    @Test("Indications and older versions hide no defect", arguments: DefectCase.all)
    func showsWithIndications(row: DefectCase) {
        guard row.variants == AccessoryVariant.allCases else { return }
        var healthy = row.bench(.appleSample, isSick: false, indicates: true)
        #expect(row.observe(&healthy) == row.healthy)
        var defective = row.bench(.appleSample, isSick: true, indicates: true)
        #expect(row.observe(&defective) == row.defective)
    }

    @Test("Each defect has a distinct meaning and a valid source")
    func described() {
        #expect(Set(Defect.allCases.map(\.meaning)).count == Defect.allCases.count)
        for defect in Defect.allCases {
            #expect(defect.meaning.hasSuffix(".") && defect.meaning.first?.isUppercase == true, "\(defect)")
            let number = defect.source.first == "F" ? Int(defect.source.dropFirst()) : nil
            #expect(number.map { (1...39).contains($0) } ?? (Double(defect.source) != nil), "\(defect)")
        }
    }
}
