public import Ground

/// Which of the optional parts an accessory has; scenarios about the others are skipped.
public struct AccessoryParts: Hashable, Sendable {
    public let parts: Set<AccessoryPart>

    public init(_ parts: Set<AccessoryPart>) { self.parts = parts }

    public static let all = AccessoryParts(Set(AccessoryPart.allCases))
    public static let none = AccessoryParts([])
}

extension AccessoryParts: PortText {
    /// `pairing,background,guidelines`, any of these, or `none`.
    public init(_ text: String) throws(PortError) {
        var parts: Set<AccessoryPart> = []
        let words = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        for word in words {
            guard let part = AccessoryPart(rawValue: String(word)) else {
                let known = AccessoryPart.allCases.map(\.rawValue)
                throw PortError(
                    text,
                    "an accessory has \(known.joined(separator: ", ")), with commas between, or none"
                        + suggestion(for: String(word), in: known))
            }
            parts.insert(part)
        }
        self.init(parts)
    }

    public var description: String {
        let words = AccessoryPart.allCases.filter(parts.contains).map(\.rawValue)
        return words.isEmpty ? "none" : words.joined(separator: ",")
    }
}
