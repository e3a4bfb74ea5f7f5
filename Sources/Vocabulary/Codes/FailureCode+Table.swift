public import Ground

extension FailureCode {
    /// What a code means, and what it rests on.
    public struct Entry: Hashable, Codable, Sendable {
        public let code: FailureCode
        /// As a sentence without its full stop.
        public let meaning: String
        /// What usually causes it, as clauses.
        public let causes: String
        /// The complaints and the rules on which it rests.
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

    /// What a code means; nil for one that is not in the table.
    public static func entry(of code: FailureCode) -> Entry? { places[code].map { table[$0] } }
}
