/// The pattern of a URL's path, with what Apple's matching makes of slashes (NFC fact sheet 5.4, step 3).
///
/// Slashes at the end do not count, neither in the pattern nor in the path, and those in front of the pattern count as
/// one. A pattern that ends in `/*` also covers the path without that segment: `/buy/*` covers `/buy`. That is what
/// Apple's tool does on macOS; Apple's text does not say it, so it is told where a link's fate hangs on it.
public struct PathPattern: Sendable {
    /// How a path was covered.
    public enum Coverage: Hashable, Sendable {
        /// The pattern as it is written covers the path as it is.
        case asWritten
        /// Only because slashes at the ends do not count [inferred].
        case withoutSlashes
        /// Only without the pattern's last segment `/*` [inferred].
        case withoutLastSegment
    }

    /// The pattern without slashes at its end and with one in front.
    public let whole: URLPattern
    /// The pattern as it is written, and with a slash in front.
    private let written: URLPattern
    /// The pattern without its last `/*`.
    let shortened: URLPattern?

    /// The pattern that covers every path: what stands where nothing is written.
    static let any = PathPattern("*", variables: nil, folds: false)
    static let never = PathPattern(whole: URLPattern("", tokens: [.nothing], undefined: []))

    /// Compiles a pattern as it is written.
    public init(_ text: String, variables: SubstitutionVariables?, folds: Bool) {
        var bytes = Array(text.utf8)
        let slash = bytes.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        written = URLPattern(text, bytes: slash + bytes, variables: variables, folds: folds)
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        bytes = [UInt8(ascii: "/")] + bytes.drop { $0 == UInt8(ascii: "/") }
        whole = URLPattern(text, bytes: bytes, variables: variables, folds: folds)
        guard bytes.count > 2, bytes.suffix(2).elementsEqual("/*".utf8) else {
            shortened = nil
            return
        }
        shortened = URLPattern(text, bytes: Array(bytes.dropLast(2)), variables: variables, folds: folds)
    }

    private init(whole: URLPattern) { (self.whole, written, shortened) = (whole, whole, nil) }

    /// How many steps one byte of a path can cost.
    public var size: Int { whole.size + (shortened?.size ?? 0) }

    /// Whether the pattern covers a path that `trimmed` has prepared.
    func covers(_ path: [UInt8], _ steps: inout Int) -> Bool {
        whole.matches(path, from: 0, to: path.count, &steps)
            || shortened?.matches(path, from: 0, to: path.count, &steps) ?? false
    }

    /// How the pattern covers a path; nil when it does not.
    func coverage(of path: [UInt8]) -> Coverage? {
        let trimmed = Self.trimmed(path)
        var steps = 0
        guard covers(trimmed, &steps) else { return nil }
        if written.matches(path.isEmpty ? trimmed : path) { return .asWritten }
        return whole.matches(trimmed) ? .withoutSlashes : .withoutLastSegment
    }

    /// A path as it is compared: without slashes at its end, and `/` where nothing is left.
    static func trimmed(_ path: [UInt8]) -> [UInt8] {
        guard let last = path.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return [UInt8(ascii: "/")] }
        return last == path.count - 1 ? path : Array(path[...last])
    }
}
