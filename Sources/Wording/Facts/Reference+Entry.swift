public import Vocabulary

extension Reference {
    /// The entry of a fact sheet that a reference names; nil for a reference that no sheet has.
    public var entry: FactSheet.Entry? {
        switch self {
        case .complaint(let complaint): FactSheet.nearbyInteraction.row("F\(complaint.rawValue)", of: "6")
        case .rule(let section): FactSheet.nearbyInteraction.section(section.rawValue)
        case .tagRule(let rule):
            FactSheet.Entry(
                title: rule.statement,
                passages: [.row([FactSheet.Cell(heading: "Certainty", text: "\(rule.evidence)")])],
                source: "\(FactSheet.nfc.name), section \(Self.section(of: rule))")
        case .tagSection(let section): FactSheet.nfc.section(section.rawValue)
        case .tagComplaint(let complaint): FactSheet.nfc.row("\(complaint.rawValue)", of: "7")
        case .servicePoint(let point): FactSheet.network.row("\(point.rawValue)", of: "0")
        case .serviceCase(let number): FactSheet.network.row("\(number.rawValue)", of: "9")
        case .unknown: nil
        }
    }

    /// Returns the section on a rule for tags: reading in the background, schemes, or universal links.
    private static func section(of rule: RoutingRule) -> String {
        switch rule.rawValue.first {
        case "B": "4.1"
        case "S": "4.2"
        default: "5"
        }
    }
}
