public import Ground

/// The URI that a phone takes from a message, by Apple's rule for background tag reading.
///
/// The first well-known `U` record of the message counts and all others are skipped (fact sheet, rule B9). An
/// unusable first `U` ends the search; whether an iPhone would try the next one is not known.
public struct FirstURI: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case uri(String)
        /// No record of the kind is there.
        case none
        /// The first URI record gives no URI.
        case unusable(UnusableURI)
    }

    /// What to do with a URI that only a Smart Poster holds. What an iPhone does is unverified (fact sheet 1.7).
    public enum SmartPosterRule: Hashable, Sendable {
        /// Do not look inside; say so as a finding. The default.
        case ignore
        /// Look inside when no URI record stands outside.
        case lookInside
    }

    public let outcome: Outcome
    public let findings: [Finding]
}

extension NDEFMessage {
    /// The same with the rule as a switch: off is what is documented, on is what Android does (fact sheet 1.7).
    public func firstURI(looksInsideSmartPosters: Bool) -> FirstURI {
        firstURI(smartPosters: looksInsideSmartPosters ? .lookInside : .ignore)
    }

    /// The URI that a phone takes from this message.
    public func firstURI(smartPosters rule: FirstURI.SmartPosterRule = .ignore) -> FirstURI {
        if let record = records.first(where: { $0.isWellKnown(URIRecord.type) }) {
            return FirstURI(outcome: Self.outcome(of: record), findings: [])
        }
        guard let poster = records.first(where: { $0.isWellKnown(SmartPoster.type) }) else {
            return FirstURI(outcome: .none, findings: [])
        }
        do throws(Malformed) {
            let link = try SmartPoster(decoding: poster.payload).record
            let finding = Finding(
                "ndef.smartPoster", .warning,
                "the URI stands only inside a Smart Poster: it may not open on an iPhone; Android opens it")
            switch rule {
            case .ignore: return FirstURI(outcome: .none, findings: [finding])
            case .lookInside: return FirstURI(outcome: Self.outcome(of: link), findings: [finding])
            }
        } catch {
            return FirstURI(outcome: .none, findings: [Finding("ndef.smartPoster", error, in: "in the Smart Poster")])
        }
    }

    private static func outcome(of record: NDEFRecord) -> FirstURI.Outcome {
        do throws(UnusableURI) { return .uri(try URIRecord(decoding: record.payload).uri) } catch {
            return .unusable(error)
        }
    }
}
