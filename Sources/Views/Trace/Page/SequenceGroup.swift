import GATT
import Ground
import Recordings
import UWB

/// Frames of one party that share one row of the message sequence.
struct SequenceGroup: Sendable {
    enum Kind: Hashable, Sendable {
        /// Discovery of attributes, and switching of notifications.
        case discovery
        /// Values written, read and notified, of which only the attributes are known.
        case values
        /// States of the kit and its sessions.
        case status
        case ranging(SessionToken)
    }

    let kind: Kind
    let party: SequenceParticipant
    /// The index of its row.
    let place: Int
    private var firstDistance: Distance?
    private var lastDistance: Distance?
    private var outbound = 0
    private var inbound = 0
    private var writes = 0
    private var reads = 0
    private var notifications = 0
    private var refusals = 0
    /// The first states in words, and the greatest number of them.
    private var states: [String] = []
    private static let mostStates = 6

    init(kind: Kind, party: SequenceParticipant, place: Int) {
        self.kind = kind
        self.party = party
        self.place = place
    }

    /// Whether frames went both ways.
    var isTwoWay: Bool { outbound > 0 && inbound > 0 }

    mutating func note(_ meaning: FrameMeaning, isInbound: Bool) {
        if isInbound { inbound += 1 } else { outbound += 1 }
        for (_, distance) in meaning.distances {
            if firstDistance == nil { firstDistance = distance }
            lastDistance = distance
        }
        if kind == .status, states.count < Self.mostStates { states.append(meaning.text) }
        guard case .att(let meaning) = meaning else { return }
        switch meaning.pdu.use {
        case .write: writes += 1
        case .read: reads += 1
        case .notification: notifications += 1
        case .refusal: refusals += 1
        case .other: break
        }
    }

    /// The row's text for more than one frame.
    var text: String {
        switch kind {
        case .discovery:
            return "discovery and subscriptions: \(outbound) ATT \(outbound == 1 ? "PDU" : "PDUs") of the phone, "
                + "\(inbound) of the accessory"
        case .values:
            let asked = Self.joined([(writes, "write"), (reads, "read")], "of the phone")
            let told = Self.joined([(notifications, "notification"), (refusals, "refusal")], "of the accessory")
            let parts = (asked + told).joined(separator: ", ")
            if parts.isEmpty { return counted(outbound + inbound, "acknowledgement") }
            return writes + notifications > 0 ? "\(parts), of unknown meaning" : parts
        case .status:
            let more = inbound - states.count
            return states.joined(separator: "; ") + (more > 0 ? " and \(more) more" : "")
        case .ranging:
            let rounds = counted(inbound + outbound, "ranging round")
            guard let first = firstDistance, let last = lastDistance else { return "\(rounds) without a distance" }
            return "\(rounds), \(first) to \(last)"
        }
    }

    /// Returns the counts of one side as one phrase; empty if there are none.
    private static func joined(_ counts: [(count: Int, word: String)], _ whose: String) -> [String] {
        let parts = counts.filter { $0.count > 0 }.map { counted($0.count, $0.word) }
        return parts.isEmpty ? [] : ["\(parts.joined(separator: " and ")) \(whose)"]
    }

    /// Returns a frame's group kind; nil for one with a separate row.
    static func kind(of meaning: FrameMeaning) -> Kind? {
        switch meaning {
        case .uci(.notification(.sessionInfo(let info))): return .ranging(info.token)
        case .uci(.notification(.deviceStatus)): return .status
        case .uci(.notification(.sessionStatus(_, _, .hostCommand))): return .status
        default: break
        }
        guard case .att(let meaning) = meaning, meaning.message == nil else { return nil }
        if case .unknown = meaning.pdu { return nil }
        return meaning.isAboutValue ? .values : .discovery
    }
}

extension ATTMeaning {
    /// Whether it transfers or requests a value, rather than discovering attributes.
    fileprivate var isAboutValue: Bool {
        switch pdu {
        case .notification, .indication, .multipleNotifications, .confirmation, .writeCommand, .signedWriteCommand:
            return true
        case .writeRequest, .writeResponse, .prepareWriteRequest, .prepareWriteResponse, .executeWriteRequest,
            .executeWriteResponse, .readRequest, .readResponse, .readBlobRequest, .readBlobResponse,
            .readMultipleRequest, .readMultipleResponse, .readMultipleVariableRequest, .readMultipleVariableResponse:
            return concernsValue
        case .errorResponse(let request, _, _):
            let isAccess = [.readRequest, .readBlobRequest, .writeRequest, .prepareWriteRequest].contains(request)
            return isAccess && concernsValue
        case .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest, .findInformationResponse,
            .findByTypeValueRequest, .findByTypeValueResponse, .readByTypeRequest, .readByTypeResponse,
            .readByGroupTypeRequest, .readByGroupTypeResponse, .unknown:
            return false
        }
    }

    /// Values that are not known to be something else count as plain values.
    private var concernsValue: Bool {
        switch target?.role {
        case .service, .declaration, .configuration, .descriptor: false
        case .value, .dataChannel, nil: true
        }
    }
}

extension ATTPDU {
    fileprivate enum Use {
        case write
        case read
        case notification
        case refusal
        /// Answers, and discovery.
        case other
    }

    fileprivate var use: Use {
        switch self {
        case .writeCommand, .signedWriteCommand, .writeRequest, .prepareWriteRequest: .write
        case .readRequest, .readBlobRequest, .readMultipleRequest, .readMultipleVariableRequest: .read
        case .notification, .indication, .multipleNotifications: .notification
        case .errorResponse: .refusal
        case .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest, .findInformationResponse,
            .findByTypeValueRequest, .findByTypeValueResponse, .readByTypeRequest, .readByTypeResponse,
            .readByGroupTypeRequest, .readByGroupTypeResponse, .readResponse, .readBlobResponse,
            .readMultipleResponse, .readMultipleVariableResponse, .writeResponse, .prepareWriteResponse,
            .executeWriteRequest, .executeWriteResponse, .confirmation, .unknown:
            .other
        }
    }
}
