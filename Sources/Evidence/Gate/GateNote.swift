import Ground
import JSON

/// Something other than its runs on which a gate's result rests.
public enum GateNote: Hashable, Sendable {
    case identity(Identity)
    /// Evidence was changed, or could not be written or read: a sentence without its final full stop.
    case fault(String)
    /// A person ended the gate.
    case aborted

    /// A reading of the firmware's identity.
    public struct Identity: Hashable, Sendable {
        /// Something that was reported: its source, and its bytes as hexadecimal digits.
        public struct Told: Hashable, Sendable {
            public let source: String
            public let bytes: String

            public init(source: String, bytes: String) { (self.source, self.bytes) = (source, bytes) }
        }

        public let isBaseline: Bool
        /// The ordinal of the last run started before the reading; 0 for none.
        public let afterOrdinal: Int
        /// `proved`, `flashed`, `claimed`, `unknown` or `contradicted`.
        public let level: String
        /// The date by the wall clock, in UTC.
        public let when: String
        /// The number of the run that read it; nil if none was played.
        public let visit: Int?
        public let told: [Told]
        /// The reasons for the level: sentences without their final full stops.
        public let reasons: [String]

        public init(
            isBaseline: Bool, afterOrdinal: Int, level: String, when: String, visit: Int?, told: [Told],
            reasons: [String] = []
        ) {
            (self.isBaseline, self.afterOrdinal, self.level) = (isBaseline, afterOrdinal, level)
            (self.when, self.visit, self.told, self.reasons) = (when, visit, told, reasons)
        }

        /// Returns the same reading with other sentences.
        public func with(reasons: [String]) -> Identity {
            Identity(
                isBaseline: isBaseline, afterOrdinal: afterOrdinal, level: level, when: when, visit: visit, told: told,
                reasons: reasons)
        }
    }
}

extension GateNote {
    var value: JSONValue {
        switch self {
        case .identity(let one):
            .fields([
                "identity": .fields([
                    "afterOrdinal": .number(one.afterOrdinal), "isBaseline": .bool(one.isBaseline),
                    "level": .text(one.level),
                    "reasons": one.reasons.isEmpty ? nil : .list(one.reasons.map { .text($0) }),
                    "told": .list(
                        one.told.map { .fields(["bytes": .text($0.bytes), "source": .text($0.source)]) }),
                    "visit": one.visit.map { .number($0) }, "when": .text(one.when),
                ])
            ])
        case .fault(let what): .fields(["fault": .text(what)])
        case .aborted: .fields(["aborted": .bool(true)])
        }
    }

    init(_ field: JSONField) throws(DocumentError) {
        if let what = try field.optional("fault") {
            self = .fault(try what.text())
        } else if let isAborted = try field.optional("aborted") {
            guard try isAborted.flag() else { throw isAborted.mistake("is never false") }
            self = .aborted
        } else {
            self = .identity(try Identity(field.field("identity")))
        }
    }
}

extension GateNote.Identity {
    fileprivate init(_ field: JSONField) throws(DocumentError) {
        isBaseline = try field.field("isBaseline").flag()
        afterOrdinal = try field.field("afterOrdinal").number()
        level = try field.field("level").text()
        when = try field.field("when").text()
        visit = try field.optional("visit")?.number()
        var told: [Told] = []
        for one in try field.field("told").list() {
            told.append(Told(source: try one.field("source").text(), bytes: try one.field("bytes").text()))
        }
        self.told = told
        var reasons: [String] = []
        for reason in try field.optional("reasons")?.list() ?? [] { reasons.append(try reason.text()) }
        self.reasons = reasons
    }
}
