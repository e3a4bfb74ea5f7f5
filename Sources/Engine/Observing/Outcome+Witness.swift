import Links
import ScenarioKit

/// The part of the rig that must be watching for an outcome to be seen.
enum Witness: Sendable {
    /// The phone, on the link to the accessory.
    case link
    case kit
    case reader
    case console
    /// The network.
    case network
    /// The phone itself, which needs no watching.
    case phone
}

extension Outcome {
    /// The witness of the outcome; nil for alternatives.
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

    /// Whether the kit is a witness of the outcome.
    var isMeasured: Bool { alternatives.contains { $0.witness == .kit } }

    /// Whether the outcome's absence means something only if the reader was looking.
    var needsReader: Bool { alternatives.contains { $0.witness == .reader && !$0.isOfReader } }

    /// Whether the outcome is about the reader itself.
    private var isOfReader: Bool { self == .readerLost || self == .readerBack }

    /// Whether the outcome rests on a routing decision about a tag or a link.
    var isRouted: Bool { !isOfReader && witness == .reader && !isOfField }

    /// Whether the outcome is about tags in the field, whatever their content.
    private var isOfField: Bool { [.tagDetected, .tagGone, .tagUnreadable, .severalTags].contains(self) }

    /// The link on which the outcome is seen.
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
