import ApplicationServices
import Ground
import Journal
public import Links

extension ScreenAct: FrameField {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .openPicker(let service, let platforms):
            bytes.append(1)
            bytes.append(text: service.rawValue)
            bytes.append(count: platforms.count)
            for platform in platforms { bytes.append(text: platform.rawValue) }
        case .pick(let name):
            bytes.append(2)
            bytes.append(text: name)
        case .leavePicker: bytes.append(3)
        case .cancel: bytes.append(4)
        case .send(let type, let payload, let times, let apart):
            bytes.append(5)
            bytes.append(little: type)
            bytes.append(counted: payload)
            bytes.append(count: times)
            bytes.append(span: apart)
        case .goOn: bytes.append(6)
        }
    }

    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .text(description) }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("an act at a screen")
        switch code {
        case 1:
            let service = ServiceIdentifier(try reader.text("a service's identifier"))
            var platforms: [CompanionPlatform] = []
            for _ in 0..<(try reader.number("a count of platforms")) {
                let offset = reader.offset
                let text = try reader.text("a platform")
                guard let platform = CompanionPlatform(rawValue: text) else {
                    throw Malformed(at: offset, "\(text.shown()) is no platform")
                }
                platforms.append(platform)
            }
            self = .openPicker(service: service, platforms: platforms)
        case 2: self = .pick(name: try reader.text("a device's name"))
        case 3: self = .leavePicker
        case 4: self = .cancel
        case 5:
            let type = try reader.u32("a frame's type")
            let payload = try reader.counted("a frame's payload")
            let times = try reader.count("a count of frames")
            self = .send(type: type, payload: payload, times: times, apart: try reader.span("a span between frames"))
        case 6: self = .goOn
        default: throw reader.unknown(code, "an act at a screen")
        }
    }

    func redacted(_ redaction: inout Redaction) -> ScreenAct {
        switch self {
        case .openPicker(let service, let platforms):
            .openPicker(service: ServiceIdentifier(redaction.text(service.rawValue)), platforms: platforms)
        case .pick(let name): .pick(name: redaction.text(name))
        case .leavePicker, .cancel, .goOn: self
        case .send(let type, let payload, let times, let apart):
            .send(type: type, payload: redaction.substitutes.bytes(for: payload), times: times, apart: apart)
        }
    }
}

extension ScreenAct: CustomStringConvertible {
    public var description: String {
        switch self {
        case .openPicker(let service, let platforms):
            "open the picker for \(service), \(platforms.map(\.rawValue).joined(separator: ", "))"
        case .pick(let name): "choose \(name)"
        case .leavePicker: "leave the picker"
        case .cancel: "cancel the connection"
        case .goOn: "connect again, where the app asks"
        case .send(let type, let payload, let times, let apart):
            "send \(counted(times, "frame")) of type \(type) with \(counted(payload.count, "byte")), \(apart) apart"
        }
    }
}

extension NetworkDisturbance: FrameField {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .delayed(let span):
            bytes.append(1)
            bytes.append(span: span)
        case .losing(let permille):
            bytes.append(2)
            bytes.append(count: permille)
        case .reordering(let permille):
            bytes.append(3)
            bytes.append(count: permille)
        case .cableOut: bytes.append(4)
        case .withoutIPv4: bytes.append(5)
        case .withoutIPv6: bytes.append(6)
        case .secondCable: bytes.append(7)
        case .silence: bytes.append(8)
        }
    }

    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .text(description) }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a fault of the network")
        switch code {
        case 1: self = .delayed(by: try reader.span("a delay"))
        case 2: self = .losing(permille: try reader.count("a share of packets"))
        case 3: self = .reordering(permille: try reader.count("a share of packets"))
        case 4: self = .cableOut
        case 5: self = .withoutIPv4
        case 6: self = .withoutIPv6
        case 7: self = .secondCable
        case 8: self = .silence
        default: throw reader.unknown(code, "a fault of the network")
        }
    }
}

extension NetworkDisturbance: CustomStringConvertible {
    public var description: String {
        switch self {
        case .delayed(let span): "\(span) slower"
        case .losing(let permille): "without \(permille) of 1000 packets"
        case .reordering(let permille): "out of order for \(permille) of 1000 packets"
        case .cableOut: "without its cable"
        case .silence: "without any packet"
        case .withoutIPv4: "without IPv4"
        case .withoutIPv6: "without IPv6"
        case .secondCable: "with a second cable"
        }
    }
}
