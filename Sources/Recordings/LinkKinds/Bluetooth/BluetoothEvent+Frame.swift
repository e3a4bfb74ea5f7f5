public import Ground
public import Links
import Traces

extension BluetoothEvent: LinkEvent {
    public var parts: FrameParts {
        switch self {
        case .discovered(let advertisement): FrameParts("discovered", 1, ("advertisement", advertisement))
        case .connected(let address): FrameParts("connected", 2, ("address", address))
        case .connectFailed(let reason): FrameParts("connect failed", 3, ("reason", reason))
        case .frame(let pdu): FrameParts("att", 4, ("bytes", pdu))
        case .encrypted(let security): FrameParts("encrypted", 5, ("security", security))
        case .pairingFailed(let reason): FrameParts("pairing failed", 6, ("reason", reason))
        case .connectionParametersRequested(let asked): FrameParts("parameters", 7, ("parameters", asked))
        case .disconnected(let reason): FrameParts("disconnected", 9, ("reason", reason))
        case .pairingBegan: FrameParts("pairing began", 10)
        case .finding(let finding): FrameParts("finding", 11, ("finding", finding))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a Bluetooth event")
        switch code {
        case 1: self = .discovered(try Advertisement(&reader))
        case 2: self = .connected(try BluetoothAddress(&reader))
        case 3: self = .connectFailed(try reader.text("a reason"))
        case 4: self = .frame(try reader.counted("a frame"))
        case 5:
            let isSecure = try reader.flag("whether Secure Connections made a key")
            let isBonded = try reader.flag("whether a key was stored")
            let size = try reader.count("a key's size")
            self = .encrypted(LinkSecurity(isSecureConnections: isSecure, isBonded: isBonded, keySize: size))
        case 6: self = .pairingFailed(try reader.text("a reason"))
        case 7:
            let least = try reader.u16("a connection interval")
            let greatest = try reader.u16("a connection interval")
            let latency = try reader.u16("a latency")
            self = .connectionParametersRequested(
                ConnectionParameters(
                    minimumInterval: least, maximumInterval: greatest, latency: latency,
                    supervisionTimeout: try reader.u16("a supervision timeout")))
        case 9: self = .disconnected(try DisconnectReason(&reader))
        case 10: self = .pairingBegan
        case 11: self = .finding(try Finding(&reader))
        default: throw reader.unknown(code, "a Bluetooth event")
        }
    }

    public func inbound(on link: LinkID) -> Inbound { .bluetooth(link.accessoryOnBluetooth, self) }

    public var bytes: [UInt8] { if case .frame(let pdu) = self { pdu } else { [] } }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .discovered(let advertisement): return advertisement.words(&style)
        case .connected(let address): return "connected to \(style.device(address))"
        case .connectFailed(let reason): return "connect failed: \(reason.escapedForDisplay)"
        case .frame(let pdu): return pdu.shown()
        case .encrypted(let security): return "encrypted: \(security)"
        case .pairingBegan: return "the accessory began to pair"
        case .pairingFailed(let reason): return "pairing failed: \(reason.escapedForDisplay)"
        case .connectionParametersRequested(let parameters): return "asks for \(parameters)"
        case .finding(let finding): return finding.words(&style)
        case .disconnected(let reason): return "disconnected: \(reason.description.escapedForDisplay)"
        }
    }

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? {
        view.bluetooth.show(self, on: link)
    }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        if case .connected = self { decoder.channels[link]?.reconnect() }
        guard case .frame(let pdu) = self else { return nil }
        return decoder.receive(pdu, on: link, fromPhone: false)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .frame(let pdu):
            return .frame(
                redaction.redact(pdu, on: link, isSent: false))
        case .discovered(let heard):
            return .discovered(
                Advertisement(
                    address: redaction.substitutes.address(heard.address), rssi: heard.rssi,
                    name: heard.name.map { redaction.text($0) }, services: heard.services))
        case .connected(let address):
            // Requests on the old link are not answered on the new one.
            redaction.channels[link] = nil
            return .connected(redaction.substitutes.address(address))
        case .disconnected(let reason):
            redaction.channels[link] = nil
            guard case .other(let text) = reason else { return self }
            return .disconnected(.other(text: redaction.text(text)))
        case .connectFailed(let text): return .connectFailed(redaction.text(text))
        case .pairingFailed(let text): return .pairingFailed(redaction.text(text))
        case .finding(let finding): return .finding(finding.redacted(&redaction, on: link))
        case .encrypted, .pairingBegan, .connectionParametersRequested: return self
        }
    }
}
