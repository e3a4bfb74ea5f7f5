/// A name given to a part of the bench; each kind of part has a separate type.
public protocol PartName: RawRepresentable<String>, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible, Comparable
{
    init(rawValue: String)
}

extension PartName {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    public init(_ name: String) { self.init(rawValue: name) }
    public var description: String { rawValue }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// An accessory under test: `door`.
public struct AccessoryName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A device, played by the rig, that takes part in an application service: `pad`.
public struct CompanionName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A screen under test, which finds companions and connects to them: `tv`.
public struct ScreenName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// An NFC tag on the bench: `doorTag`.
public struct TagName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A zone around an accessory: `far`, `near`.
public struct ZoneName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Something that the app does while the phone is in a zone: `unlock`.
public struct FeatureName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// An optional capability of an accessory, tested only if the accessory declares it.
public enum AccessoryPart: String, Hashable, Codable, Sendable, CaseIterable {
    /// The accessory can be paired with; the data channel needs no encryption (nearby-interaction.md, section 1.4).
    case pairing
    /// The Nearby Interaction service, for sessions in the background (nearby-interaction.md, section 1.5).
    case background
    /// The accessory follows Apple's guidelines for accessories, and leaves requests for pairing to the phone.
    case guidelines
    /// The accessory prints its own distances and the start and stop of its UWB, in the format of a published
    /// firmware.
    case printedDistances
    /// The accessory sends its own distances in message 0x32; the message is this project's own.
    case sentDistances
    /// The accessory answers message 0x30, in which an app reports a zone, with 0x31; both are this project's own.
    case zoneMessages
}

extension AccessoryPart: CustomStringConvertible {
    /// The capability in words that follow "has".
    public var description: String {
        switch self {
        case .pairing: "pairing"
        case .background: "the Nearby Interaction service"
        case .guidelines: "Apple's guidelines for pairing"
        case .printedDistances: "distances on its console"
        case .sentDistances: "distances in messages"
        case .zoneMessages: "messages about zones"
        }
    }
}

/// A position in the source of a scenario or rig.
public struct SourceSpot: Hashable, Codable, Sendable {
    /// The file's path relative to the project's folder: `Scenarios/Conformance/Exchange.swift`.
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// Creates a position from `#filePath` and `#line`.
    public init(_ file: StaticString, _ line: UInt) {
        self.init(file: Self.pathInProject("\(file)"), line: Int(line))
    }
}

extension SourceSpot: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}

extension SourceSpot {
    /// The project's folder as the compiler saw it, with a trailing slash.
    private static let project = String("\(#filePath)".dropLast("Sources/Ground/Names.swift".utf8.count))

    /// The top-level folders of packages, at which the path of another package's source file begins.
    private static let tops: Set<Substring> = ["Sources", "Tests", "Scenarios", "Rigs"]

    /// The path relative to the project's folder, whose location varies between machines.
    ///
    /// The path of another package's source begins at that package's top-level folder.
    static func pathInProject(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        if path.hasPrefix(project) { return String(path.dropFirst(project.count)) }
        let parts = path.split(separator: "/")
        let top = parts.lastIndex { tops.contains($0) } ?? max(0, parts.count - 2)
        return parts[top...].joined(separator: "/")
    }
}

/// The names that were probably meant: those nearest to the given one, nearest first, at most three.
///
/// A name is near if no more than a third of its letters must be changed, added, removed or swapped with their
/// neighbours, ignoring case; or if the given name is a prefix or part of it.
public func nearMisses(of name: String, in known: [String]) -> [String] {
    let written = Array(name.lowercased().unicodeScalars.prefix(64))
    guard !written.isEmpty else { return [] }
    var found: [(distance: Int, name: String)] = []
    for candidate in known where candidate != name && !found.contains(where: { $0.name == candidate }) {
        let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
        let distance = editDistance(written, letters)
        let isPart =
            min(written.count, letters.count) >= 3 && (written.starts(with: letters) || letters.holds(written))
        if distance <= max(1, max(written.count, letters.count) / 3) || isPart { found.append((distance, candidate)) }
    }
    let ordered = found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    return ordered.prefix(3).map(\.element.name)
}

extension [Unicode.Scalar] {
    fileprivate func holds(_ part: [Unicode.Scalar]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}

/// The end of a sentence that suggests the near misses, or nothing: `: did you mean door or doorTag?`
public func suggestion(for name: String, in known: [String]) -> String {
    let near = nearMisses(of: name, in: known)
    guard let last = near.last else { return "" }
    let all = near.count == 1 ? last : near.dropLast().joined(separator: ", ") + " or " + last
    return ": did you mean \(all)?"
}

/// The number of letters to change, add, remove or swap with their neighbours to turn one text into the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var next = [row + 1]
        for column in right.indices {
            let change = last[column] + (left[row] == right[column] ? 0 : 1)
            var best = min(change, last[column + 1] + 1, next[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, before[column - 1] + 1)
            }
            next.append(best)
        }
        before = last
        last = next
    }
    return last[right.count]
}
