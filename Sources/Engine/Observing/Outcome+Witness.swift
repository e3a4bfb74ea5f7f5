import Links
import ScenarioKit

/// Who must have looked for an outcome to be seen.
enum Witness: Sendable {
    /// The phone, on the link to the accessory.
    case link
    case kit
    case reader
    case console
    /// The network.
    case network
    /// The phone itself: nothing has to be watched.
    case phone
}

extension Outcome {
    /// Who sees it; of several outcomes nobody alone.
    var witness: Witness? {
        switch self {
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .writeRefused, .received, .sent, .invalidated, .suspended, .suspensionEnded, .addressClash:
            .link
        case .removed, .retry, .gaveUp, .ranging, .direction, .entered, .left, .zoneChange, .feature, .kitMeasured:
            .kit
        case .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags,
            .readerLost, .readerBack:
            .reader
        case .companion: .network
        case .console, .screenConsole: .console
        case .reported(let report, _): report.isPrinted ? .console : .link
        case .prompted: .phone
        case .anyOf: nil
        }
    }

    /// Whether the kit is the witness for it.
    var isMeasured: Bool { alternatives.contains { $0.witness == .kit } }

    /// Whether the reader must have looked for its absence to mean anything.
    var needsReader: Bool { alternatives.contains { $0.witness == .reader && !$0.isOfReader } }

    /// Whether it is about the reader itself.
    private var isOfReader: Bool { self == .readerLost || self == .readerBack }

    /// Whether a decision about a tag or a link is behind it.
    var isRouted: Bool { !isOfReader && witness == .reader && !isOfField }

    /// Whether it is about tags in the field, whatever they say.
    private var isOfField: Bool { [.tagDetected, .tagGone, .tagUnreadable, .severalTags].contains(self) }

    /// The link on which it is seen.
    var link: LinkID? {
        switch witness {
        case .link: accessory.map { .bluetooth($0) }
        case .kit: .kit
        case .reader: .reader
        case .console:
            if case .screenConsole(let name, _) = self {
                .console(name.printer)
            } else {
                accessory.map { .console($0) }
            }
        case .network: if case .companion(let name, _) = self { .companion(name) } else { nil }
        case .phone: nil
        case nil: isMeasured ? .kit : accessory.map { .bluetooth($0) }
        }
    }
}
