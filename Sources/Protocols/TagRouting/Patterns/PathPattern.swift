/// The pattern of a URL's path, with what Apple's matching makes of slashes (NFC fact sheet 5.4, step 3).
///
/// Slashes at the end do not count, neither in the pattern nor in the path, and those in front of the pattern count as
/// one. A pattern that ends in `/*` also covers the path without that segment: `/buy/*` covers `/buy`. That is what
/// Apple's tool does on macOS; Apple's text does not say it, so it is told where a link's fate hangs on it. What comes
/// of both together, in patterns such as `/buy/*/` and `/buy//*`, neither of them shows.
public struct PathPattern: Sendable {
    /// How a path was covered.
    public enum Coverage: Hashable, Sendable {
        /// The pattern as it is written covers the path as it is.
        case asWritten
        /// Only because slashes at the ends do not count [inferred].
        case withoutSlashes
        /// Only without the pattern's last segment `/*` [inferred].
        case withoutLastSegment
        /// Only without the last segment of a pattern that ends in `/*/` [decided here].
        case withoutLastSegmentAndSlashes
    }

    /// The pattern without slashes at its end and with one in front.
    public let whole: URLPattern
    /// The pattern as it is written, and with a slash in front.
    private let written: URLPattern
    /// The pattern without its last `/*`.
    let shortened: URLPattern?
    /// The pattern without its last `/*` and all slashes around it, where it is not known whether it covers that.
    private let bare: URLPattern?
    private let endsInSlash: Bool
    /// Whether the pattern as it is written may cover paths that it does not cover without slashes at the ends.
    private let mayNeedSlashes: Bool

    /// The pattern that covers every path: what stands where nothing is written.
    static let any = PathPattern("*", variables: nil, folds: false)
    static let never = PathPattern(whole: URLPattern("", tokens: [.nothing], undefined: []))

    /// Compiles a pattern as it is written.
    public init(_ text: String, variables: SubstitutionVariables?, folds: Bool) {
        let slash = UInt8(ascii: "/")
        var bytes = Array(text.utf8)
        func compiled(_ bytes: [UInt8]) -> URLPattern {
            URLPattern(text, bytes: bytes, variables: variables, folds: folds)
        }
        written = compiled(bytes.first == slash ? bytes : [slash] + bytes)
        endsInSlash = bytes.count > 1 && bytes.last == slash
        while bytes.last == slash { bytes.removeLast() }
        let stripped = [slash] + bytes.drop { $0 == slash }
        whole = stripped == Array(text.utf8) ? written : compiled(stripped)
        mayNeedSlashes = bytes.starts(with: [slash, slash]) || Self.mayTakeSlash(whole.tokens)
        guard stripped.count > 2, stripped.suffix(2).elementsEqual("/*".utf8) else {
            (shortened, bare) = (nil, nil)
            return
        }
        let front = Array(stripped.dropLast(2))
        shortened = compiled(front)
        var inner = front
        while inner.count > 1, inner.last == slash { inner.removeLast() }
        bare = inner == front ? nil : compiled(inner)
    }

    private init(whole: URLPattern) {
        (self.whole, written, shortened, bare) = (whole, whole, nil, nil)
        (endsInSlash, mayNeedSlashes) = (false, false)
    }

    /// Whether the end of a pattern, apart from one `/*` there, can take a slash that is no segment's front.
    private static func mayTakeSlash(_ tokens: [PatternToken]) -> Bool {
        var slashes = 0
        for token in tokens.reversed() {
            switch token {
            case .anyRun: continue
            case .byte(UInt8(ascii: "/")): slashes += 1
            case .byte, .one, .nothing: return slashes > 1
            case .anyOne, .values: return true
            }
        }
        return slashes > 2
    }

    /// How many steps one byte of a path can cost.
    public var size: Int { whole.size + (shortened?.size ?? 0) }

    /// Whether there are paths of which it is not known whether the pattern covers them.
    var isDoubtful: Bool { mayNeedSlashes || bare != nil }

    /// Whether the pattern covers a path that `trimmed` has prepared.
    func covers(_ path: [UInt8], _ work: inout MatchingWork) -> Bool {
        whole.matches(path, from: 0, to: path.count, &work)
            || shortened?.matches(path, from: 0, to: path.count, &work) ?? false
    }

    /// Of a path that the pattern does not cover here: whether a phone might see that otherwise.
    func mightCover(_ texts: inout LinkTexts, _ way: LinkTexts.Way, _ work: inout MatchingWork) -> Bool {
        let full = texts.fullPath(way, &work)
        let trimmed = texts.path(way, &work)
        if mayNeedSlashes, full != trimmed || full.starts(with: "//".utf8) {
            work.text = 0
            if written.matches(full, from: 0, to: full.count, &work) { return true }
        }
        work.text = LinkTexts.key(.path, way)
        return bare?.matches(trimmed, from: 0, to: trimmed.count, &work) ?? false
    }

    /// How the pattern covers a path; nil when it does not.
    func coverage(_ texts: inout LinkTexts, _ way: LinkTexts.Way, _ work: inout MatchingWork) -> Coverage? {
        let full = texts.fullPath(way, &work)
        let trimmed = texts.path(way, &work)
        work.text = LinkTexts.key(.path, way)
        guard covers(trimmed, &work) else { return nil }
        let isWhole = whole.matches(trimmed, from: 0, to: trimmed.count, &work)
        work.text = 0
        let path = full.isEmpty ? trimmed : full
        if written.matches(path, from: 0, to: path.count, &work) { return .asWritten }
        if isWhole { return .withoutSlashes }
        return endsInSlash ? .withoutLastSegmentAndSlashes : .withoutLastSegment
    }

    /// A path as it is compared: without slashes at its end, and `/` where nothing is left.
    static func trimmed(_ path: [UInt8]) -> [UInt8] {
        guard let last = path.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return [UInt8(ascii: "/")] }
        return last == path.count - 1 ? path : Array(path[...last])
    }
}
