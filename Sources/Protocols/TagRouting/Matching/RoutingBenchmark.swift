import Ground

/// A synthetic site with an association file of maximum size, and links to it, for measuring the speed of matching.
///
/// It does not read a clock; the caller does. The same seed produces the same file and links.
public struct RoutingBenchmark: Sendable {
    /// The kind of patterns in the file.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Sections of a shop: literal beginnings, some with a query, a leading language or an exclusion.
        case ordinary
        /// Every pattern begins with `*`, so there is no beginning to look up and each link is tried against all of
        /// them.
        case unanchored
    }

    /// The only app that the file lists.
    public static let application = "ABCDE12345.com.example.app"

    /// The association file, with as many complete components as the size limit permits.
    public let file: [UInt8]
    /// Links, about half of which match.
    public let links: [[UInt8]]

    /// The number of links per verdict.
    public struct Count: Hashable, Sendable {
        public var matches = 0
        public var exclusions = 0
        public var misses = 0
        /// The number of matching steps, which is the same on every machine.
        public var steps = 0
    }

    /// Generates the file and a number of distinct links.
    public init(_ kind: Kind, links count: Int = 4_096, seed: UInt64 = 1) {
        var generator = SeededGenerator(seed: seed)
        var text = "{\"applinks\":{\"details\":[{\"appIDs\":[\"\(Self.application)\"],\"components\":["
        var paths: [String] = []
        while true {
            let path = Self.path(kind, number: paths.count, &generator)
            let component = Self.component(kind, path, number: paths.count)
            guard text.utf8.count + component.utf8.count + 8 <= AssociationFile.sizeLimit else { break }
            text += paths.isEmpty ? component : "," + component
            paths.append(path)
        }
        file = Array((text + "]}]}}").utf8)
        var made: [[UInt8]] = []
        for number in 0..<max(1, count) {
            let path = paths.randomElement(using: &generator) ?? "/"
            made.append(Array(Self.link(path, number: number, &generator).utf8))
        }
        links = made
    }

    /// Decides about `count` links, cycling through them if necessary.
    public func run(_ matcher: LinkMatcher, count: Int) -> Count {
        var result = Count()
        for number in 0..<max(0, count) {
            switch try? matcher.decide(links[number % links.count], steps: &result.steps) {
            case .match: result.matches += 1
            case .exclude: result.exclusions += 1
            case .noMatch, .undecided, nil: result.misses += 1
            }
        }
        return result
    }

    private static func path(_ kind: Kind, number: Int, _ generator: inout SeededGenerator) -> String {
        let name = String(generator.next() % 60_466_176, radix: 36)
        switch kind {
        case .ordinary: return number % 10 == 9 ? "/$(lang)/\(name)/*" : "/shop/\(name)/*"
        case .unanchored: return "*/\(name)/*"
        }
    }

    private static func component(_ kind: Kind, _ path: String, number: Int) -> String {
        switch (kind, number % 10) {
        case (.ordinary, 1): "{\"/\":\"\(path)\",\"?\":{\"id\":\"?*\"}}"
        case (.ordinary, 2): "{\"/\":\"\(path)\",\"exclude\":true}"
        case (.ordinary, 3): "{\"/\":\"\(path)\",\"caseSensitive\":false}"
        case (.ordinary, _), (.unanchored, _): "{\"/\":\"\(path)\"}"
        }
    }

    /// Returns a link below the path; every other one has a longer name that most probably no pattern covers.
    private static func link(_ path: String, number: Int, _ generator: inout SeededGenerator) -> String {
        var text = path.hasPrefix("*") ? "/shop" : ""
        let named = path.utf8.drop { $0 == UInt8(ascii: "*") }.dropLast("/*".utf8.count)
        text += String(decoding: named, as: UTF8.self)
        text = text.split(separator: "$(lang)", omittingEmptySubsequences: false).joined(separator: "en")
        if number % 2 == 1 { text += "zz" }
        if number % 4 == 1 { text = "/other" + text }
        text += "/x\(generator.next() % 1_000)"
        if number % 3 == 0 { text += "?id=\(number)&source=tag" }
        return "https://example.com" + text
    }
}
