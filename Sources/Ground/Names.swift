/// A name that people give to a part of the bench; a type of its own for each kind of part.
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

/// A device that takes part in an application service, and that the rig plays: `pad`.
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

/// Something that an accessory may have, and need not: only one that is said to have it is held to it.
public enum AccessoryPart: String, Hashable, Codable, Sendable, CaseIterable {
    /// It can be paired with; the data channel needs no encryption (nearby-interaction.md, section 1.4).
    case pairing
    /// The Nearby Interaction service, for sessions in the background (nearby-interaction.md, section 1.5).
    case background
    /// It keeps to Apple's guidelines for accessories, and leaves it to the phone to ask for pairing.
    case guidelines
    /// It prints its own distances, and when its UWB starts and stops, in the words of a published firmware.
    case printedDistances
    /// It sends its own distances in message 0x32; the message is this project's own.
    case sentDistances
    /// It answers message 0x30, by which an app tells it of a zone, with 0x31; both are this project's own.
    case zoneMessages
}

extension AccessoryPart: CustomStringConvertible {
    /// In words that follow "has".
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

/// Where in a scenario's or a rig's source something was written.
public struct SourceSpot: Hashable, Codable, Sendable {
    /// The file's path from the project's folder on: `Scenarios/Conformance/Exchange.swift`.
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// A place as `#filePath` and `#line` give it.
    public init(_ file: StaticString, _ line: UInt) {
        self.init(file: Self.pathInProject("\(file)"), line: Int(line))
    }
}

extension SourceSpot: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}

extension SourceSpot {
    /// The folder of this project as the compiler saw it, with its last slash.
    private static let project = String("\(#filePath)".dropLast("Sources/Ground/Names.swift".utf8.count))

    /// The folders from which on a path of another package's source is told: those that packages have at their top.
    private static let tops: Set<Substring> = ["Sources", "Tests", "Scenarios", "Rigs"]

    /// A path without the folder that the project lies in, which differs from machine to machine.
    ///
    /// For a source of another package it begins with the folder that stands at the package's top.
    static func pathInProject(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        if path.hasPrefix(project) { return String(path.dropFirst(project.count)) }
        let parts = path.split(separator: "/")
        let top = parts.lastIndex { tops.contains($0) } ?? max(0, parts.count - 2)
        return parts[top...].joined(separator: "/")
    }
}

/// The names that were probably meant: those nearest to what was written, nearest first, at most three.
///
/// A name counts as near when no more than a third of its letters must be changed, added, left out or swapped with
/// their neighbours, in upper or lower case; or when what was written begins with it, or is a part of it.
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

/// The end of a sentence that offers the near misses, or nothing: `: did you mean door or doorTag?`
public func suggestion(for name: String, in known: [String]) -> String {
    let near = nearMisses(of: name, in: known)
    guard let last = near.last else { return "" }
    let all = near.count == 1 ? last : near.dropLast().joined(separator: ", ") + " or " + last
    return ": did you mean \(all)?"
}

/// How many letters must be changed, added, left out or swapped with their neighbours to make one from the other.
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
