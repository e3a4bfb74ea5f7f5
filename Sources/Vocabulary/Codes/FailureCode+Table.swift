public import Ground

extension FailureCode {
    /// The meaning of a code, with its usual causes and sources.
    public struct Entry: Hashable, Codable, Sendable {
        public let code: FailureCode
        /// A sentence without its final full stop.
        public let meaning: String
        /// The usual causes, as clauses.
        public let causes: String
        /// The complaints and rules it is based on.
        public let basis: [Reference]

        init(_ code: FailureCode, _ meaning: String, causes: String, basis: String? = nil) {
            self.code = code
            self.meaning = meaning
            self.causes = causes
            self.basis = basis?.split(separator: ", ").map { Reference(String($0)) } ?? []
        }
    }

    /// Every code, topic by topic.
    public static let table =
        linkCodes + pairingCodes + messageCodes + sessionCodes + recoveryCodes + toldCodes + peerCodes + rigCodes
        + propertyCodes + serviceCodes + screenCodes + appCodes

    private static let places = Dictionary(
        table.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the meaning of a code; nil for one that is not in the table.
    public static func entry(of code: FailureCode) -> Entry? { places[code].map { table[$0] } }
}
