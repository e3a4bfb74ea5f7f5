/// A host as it is compared: in small letters, with its internationalised labels as A-labels (NFC fact sheet 5.2).
///
/// `bücher.example` and `xn--bcher-kva.example` are one host [inferred]. A label is put into small letters and then
/// into Punycode (RFC 3492). What IDNA does before that with letters that have other forms, such as ß or a combining
/// accent, differs between its versions: such a host is disputed, and converted as it stands.
struct HostName: Hashable, Sendable {
    /// In ASCII, but for labels that are too long for any host: those are kept as they are.
    let compared: String
    /// Whether a label was converted.
    let isConverted: Bool
    /// Whether another version of IDNA may make another host of it.
    let isDisputed: Bool

    init(_ written: String) {
        guard written.utf8.contains(where: { $0 >= 0x80 }) else {
            (compared, isConverted, isDisputed) = (ASCII.folded(written), false, false)
            return
        }
        var isDisputed = false
        var labels: [String] = []
        let scalars = Array(written.unicodeScalars)
        for label in scalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isDot) {
            let small = label.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
            isDisputed = isDisputed || small.contains(where: Self.isDisputed)
            labels.append(Self.converted(small))
        }
        compared = labels.joined(separator: ".")
        isConverted = true
        self.isDisputed = isDisputed
    }

    private static func converted(_ label: [Unicode.Scalar]) -> String {
        if !label.allSatisfy(\.isASCII), let code = Punycode.encoded(label) {
            return "xn--" + String(decoding: code, as: UTF8.self)
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: label)
        return String(text)
    }

    /// The dots of IDNA (RFC 3490, 3.1).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value)
    }

    private static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        let properties = scalar.properties
        return properties.changesWhenNFKCCaseFolded || properties.isJoinControl
            || properties.canonicalCombiningClass != .notReordered
    }
}
