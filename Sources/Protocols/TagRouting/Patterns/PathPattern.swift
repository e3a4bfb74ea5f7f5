/// The pattern of a URL's path, with Apple's treatment of slashes (nfc.md 5.4, step 3).
///
/// Trailing slashes are ignored in both the pattern and the path, and leading slashes of the pattern count as one. A
/// pattern that ends in `/*` also covers the path without that segment: `/buy/*` covers `/buy`. This is the behaviour
/// of Apple's tool on macOS but not documented by Apple, so it is reported if it affects a link. Neither source shows
/// how the two rules combine in patterns such as `/buy/*/` and `/buy//*`.
public struct PathPattern: Sendable {
    /// The way in which a path was covered.
    public enum Coverage: Hashable, Sendable {
        /// The pattern as written covers the path as it is.
        case asWritten
        /// Only because trailing slashes are ignored [inferred].
        case withoutSlashes
        /// Only without the pattern's last segment `/*` [inferred].
        case withoutLastSegment
        /// Only without the last segment of a pattern that ends in `/*/` [decided here].
        case withoutLastSegmentAndSlashes
    }

    /// The pattern without trailing slashes and with one leading slash.
    public let whole: URLPattern
    /// The pattern as written, with a leading slash.
    private let written: URLPattern
    /// The pattern without its last `/*`.
    let shortened: URLPattern?
    /// The pattern without its last `/*` and all slashes around it, if it is uncertain whether it covers that.
    private let bare: URLPattern?
    private let endsInSlash: Bool
    /// Whether the pattern as written may cover paths that it does not cover without trailing slashes.
    private let mayNeedSlashes: Bool

    /// The pattern that covers every path, which is the default.
    static let any = PathPattern("*", variables: nil, folds: false)
    static let never = PathPattern(whole: URLPattern("", tokens: [.nothing], undefined: []))

    /// Compiles a pattern as written.
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

    /// Returns whether the end of a pattern, apart from a final `/*`, can match a slash that does not begin a
    /// segment.
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

    /// The maximum number of steps per byte of a path.
    public var size: Int { whole.size + (shortened?.size ?? 0) }

    /// Whether there are paths for which coverage is uncertain.
    var isDoubtful: Bool { mayNeedSlashes || bare != nil }

    /// Returns whether the pattern covers a path prepared by `trimmed`.
    func covers(_ path: [UInt8], _ work: inout MatchingWork) -> Bool {
        whole.matches(path, from: 0, to: path.count, &work)
            || shortened?.matches(path, from: 0, to: path.count, &work) ?? false
    }

    /// Returns whether a phone might consider a path covered that is not covered here.
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

    /// Returns the way in which the pattern covers a path, or nil if it does not.
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

    /// Returns a path in the form for comparison: without trailing slashes, and `/` if nothing is left.
    static func trimmed(_ path: [UInt8]) -> [UInt8] {
        guard let last = path.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return [UInt8(ascii: "/")] }
        return last == path.count - 1 ? path : Array(path[...last])
    }
}
