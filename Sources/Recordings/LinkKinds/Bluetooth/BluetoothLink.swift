public import Ground
public import Links
import Traces

extension LinkKind {
    static let bluetooth = LinkKind(
        event: BluetoothEvent.self, request: BluetoothRequest.self,
        filterKinds: [
            "att", "nearby interaction", "find", "discovered", "connect", "connected", "connect failed", "parameters",
            "pair", "pairing began", "encrypted", "pairing failed", "forget", "disconnect", "disconnected", "finding",
        ],
        linkType: .bluetoothH4WithDirection,
        summary: "ATT as it was on the link; other HCI packets are composed from what the link told")
}

extension BluetoothRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .connect(let limit): FrameParts("connect", 1, ("within", limit))
        case .find(let limit): FrameParts("find", 2, ("within", limit))
        case .frame(let pdu): FrameParts("att", 3, ("bytes", pdu))
        case .pair: FrameParts("pair", 4)
        case .forget: FrameParts("forget", 5)
        case .disconnect: FrameParts("disconnect", 6)
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a Bluetooth request")
        switch code {
        case 1: self = .connect(within: try reader.span("a limit"))
        case 2: self = .find(within: try reader.span("a limit"))
        case 3: self = .frame(try reader.counted("a frame"))
        case 4: self = .pair
        case 5: self = .forget
        case 6: self = .disconnect
        default: throw reader.unknown(code, "a Bluetooth request")
        }
    }

    public func outbound(on link: LinkID) -> Outbound { .bluetooth(link.accessoryOnBluetooth, self) }

    public var bytes: [UInt8] { if case .frame(let pdu) = self { pdu } else { [] } }
    public var isClosing: Bool { self == .disconnect }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .connect(let limit): "connect within \(limit)"
        case .find(let limit): "find it within \(limit)"
        case .frame(let pdu): pdu.shown()
        case .pair: "encrypt the link, pair where needed"
        case .forget: "forget the key"
        case .disconnect: "disconnect"
        }
    }

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? {
        view.bluetooth.show(self, on: link)
    }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        guard case .frame(let pdu) = self else { return nil }
        return decoder.receive(pdu, on: link, fromPhone: true)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        guard case .frame(let pdu) = self else { return self }
        return .frame(
            redaction.redact(pdu, on: link, isSent: true))
    }
}

extension LinkID {
    /// The accessory behind a Bluetooth link, the only kind of link with Bluetooth frames.
    var accessoryOnBluetooth: AccessoryName {
        guard case .bluetooth(let name) = self else { preconditionFailure("\(self) has no frames of Bluetooth") }
        return name
    }
}
