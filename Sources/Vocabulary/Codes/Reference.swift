// Scenarios name it, though it belongs to a protocol.
@_exported public import enum TagRouting.RoutingRule

/// A complaint or a rule of the fact sheets: what a scenario is there for, and what a failure code rests on.
///
/// It is written as the sheets number it: `F8`, `3.3`, and for tags `NFC B11`, `NFC 2.2`, `N19`.
public enum Reference: Hashable, Sendable {
    /// A complaint about accessories.
    case complaint(Complaint)
    /// A rule for accessories, by its section of the fact sheet on Nearby Interaction.
    case rule(InteractionSection)
    case tagRule(RoutingRule)
    /// A rule for tags and their readers, by its section of the fact sheet on NFC.
    case tagSection(TagSection)
    case tagComplaint(TagComplaint)
    /// A point of the talk on application services, section 0 of the fact sheet on networks.
    case servicePoint(ServicePoint)
    /// A case of that sheet, section 9.
    case serviceCase(ServiceCase)
    /// A reference that no fact sheet has; `trammel check` reports it.
    case unknown(String)

    /// Every reference of the fact sheets.
    public static let all: [Reference] =
        Complaint.allCases.map(complaint) + InteractionSection.allCases.map(rule) + RoutingRule.allCases.map(tagRule)
        + TagSection.allCases.map(tagSection) + TagComplaint.allCases.map(tagComplaint)
        + ServicePoint.allCases.map(servicePoint) + ServiceCase.allCases.map(serviceCase)

    private static let known = Dictionary(uniqueKeysWithValues: all.map { ($0.description, $0) })

    /// The reference that is written so.
    public init(_ text: String) { self = Self.known[text] ?? .unknown(text) }
}

extension Reference: CustomStringConvertible {
    public var description: String {
        switch self {
        case .complaint(let complaint): "F\(complaint.rawValue)"
        case .rule(let section): section.rawValue
        case .tagRule(let rule): "NFC \(rule.rawValue)"
        case .tagSection(let section): "NFC \(section.rawValue)"
        case .tagComplaint(let complaint): "N\(complaint.rawValue)"
        case .servicePoint(let point): "NET 0.\(point.rawValue)"
        case .serviceCase(let number): "NET 9.\(number.rawValue)"
        case .unknown(let text): text
        }
    }
}

/// As its description.
extension Reference: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A complaint of section 6 of the fact sheet on Nearby Interaction: `f8` is F8.
public enum Complaint: Int, Hashable, Sendable, CaseIterable {
    case f1 = 1
    case f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20
    case f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38, f39
}

/// A complaint of section 7 of the fact sheet on NFC: `n19` is N19.
public enum TagComplaint: Int, Hashable, Sendable, CaseIterable {
    case n1 = 1
    case n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20, n21, n22, n23
}

/// A section of the fact sheet on Nearby Interaction that has rules, named for what it is about.
public enum InteractionSection: String, Hashable, Sendable, CaseIterable {
    case dataChannelProfiles = "1.1"
    case appOnTheLink = "1.2"
    case messageSizes = "1.3"
    case advertisingAndLink = "1.4"
    case backgroundService = "1.5"
    case messageIDs = "2.1"
    case normalSequence = "2.2"
    case phoneSide = "2.3"
    case accessorySide = "2.4"
    case configurationLayout = "3.1"
    case configurationLengths = "3.2"
    case configurationValidity = "3.3"
    case configurationSamples = "3.4"
    case shareableLayout = "4.1"
    case impliedParameters = "4.2"
    case shareableCaptures = "4.3"
    case shareableGeneration = "4.4"
    case delegateCallbacks = "5.1"
    case errorCodes = "5.2"
    case timeouts = "5.3"
    case permission = "5.4"
    case suspension = "5.5"
    case sessionCounts = "5.6"
    case nearbyObject = "5.7"
}

/// A section of the fact sheet on NFC that has rules, named for what it is about.
public enum TagSection: String, Hashable, Sendable, CaseIterable {
    case recordLayout = "1.1"
    case chunkedRecords = "1.2"
    case emptyMessage = "1.3"
    case malformedMessages = "1.4"
    case uriRecords = "1.5"
    case otherRecords = "1.6"
    case smartPosters = "1.7"
    case messageVectors = "1.8"
    case anticollision = "2.1"
    case type2 = "2.2"
    case type4 = "2.3"
    case otherTypes = "2.4"
    case readerLibrary = "2.5"
    case readerSelection = "2.6"
    case readerFrames = "3.1"
    case readerOpening = "3.2"
    case readerExchange = "3.3"
    case readerListing = "3.4"
    case readerPolling = "3.5"
    case pseudoTerminal = "3.6"
    case readerFaults = "3.7"
    case libraryAborts = "3.8"
    case readerLoop = "3.9"
    case backgroundReading = "4.1"
    case schemes = "4.2"
    case delivery = "4.3"
    case decisionProcedure = "4.4"
    case associationFile = "5.1"
    case entitlement = "5.2"
    case associationForm = "5.3"
    case linkMatching = "5.4"
    case linkCases = "5.5"
    case appChoice = "5.6"
}
