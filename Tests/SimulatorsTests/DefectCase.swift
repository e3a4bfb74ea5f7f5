import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

/// What one defect changes on the wire, and only that: the same stimulus for a healthy accessory and a defective one.
struct DefectCase: Sendable, CustomTestStringConvertible {
    let defect: Defect
    /// What is seen of a healthy accessory of any variant.
    let healthy: String
    let defective: String
    let variants: [AccessoryVariant]
    let observe: @Sendable (inout AccessoryBench) -> String

    init(
        _ defect: Defect, healthy: String, defective: String,
        of variants: [AccessoryVariant] = AccessoryVariant.allCases,
        _ observe: @escaping @Sendable (inout AccessoryBench) -> String
    ) {
        self.defect = defect
        self.healthy = healthy
        self.defective = defective
        self.variants = variants
        self.observe = observe
    }

    var testDescription: String { defect.rawValue }

    static let all = answers + configurations + shareables + courses + links + bonds + rangings
}

struct DefectTests {
    @Test("A defect shows, and a healthy accessory of each variant does not show it", arguments: DefectCase.all)
    func shows(row: DefectCase) {
        for variant in row.variants {
            var healthy = AccessoryBench(AccessoryBuild(variant: variant))
            #expect(row.observe(&healthy) == row.healthy, "healthy \(variant)")
            var defective = AccessoryBench(AccessoryBuild(variant: variant, defects: [row.defect]))
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
        var healthy = AccessoryBench(AccessoryBuild(indicates: true))
        #expect(row.observe(&healthy) == row.healthy)
        var defective = AccessoryBench(AccessoryBuild(indicates: true, defects: [row.defect]))
        #expect(row.observe(&defective) == row.defective)
    }

    @Test("A defect has a meaning and a source that nobody could misread")
    func described() {
        #expect(Set(Defect.allCases.map(\.meaning)).count == Defect.allCases.count)
        for defect in Defect.allCases {
            #expect(defect.meaning.hasSuffix(".") && defect.meaning.first?.isUppercase == true, "\(defect)")
            let number = defect.source.first == "F" ? Int(defect.source.dropFirst()) : nil
            #expect(number.map { (1...39).contains($0) } ?? (Double(defect.source) != nil), "\(defect)")
        }
    }
}
