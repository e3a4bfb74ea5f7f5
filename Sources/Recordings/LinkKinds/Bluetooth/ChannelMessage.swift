public import Ground
public import NearbyInteraction

/// A message between phone app and accessory on the data channel, including the configuration it carries.
public enum ChannelMessage: Hashable, Sendable {
    case accessory(AccessoryMessage)
    // Rare and large: stored inline, it would make every frame's meaning large.
    indirect case accessoryConfiguration(AccessoryConfigurationData)
    case phone(PhoneMessage)
    indirect case shareableConfiguration(ShareableConfigurationData)
    /// Between the apps of two phones, either way.
    case peer(PeerMessage)
    indirect case token(TokenArchive)
    /// Bytes on the channel that are not one of its messages, or a truncated configuration.
    case malformed(String, Malformed)

    /// The name of accessory configuration data that cannot be decoded.
    static let accessoryConfigurationName = "accessoryConfigurationData"

    /// Parses a value that the accessory notified.
    init(notified bytes: [UInt8], _ ids: MessageIdentifiers) {
        do throws(Malformed) {
            let message = try AccessoryMessage(decoding: bytes, using: ids)
            guard case .accessoryConfigurationData(let payload) = message else {
                self = .accessory(message)
                return
            }
            do throws(Malformed) {
                self = .accessoryConfiguration(try AccessoryConfigurationData(decoding: payload))
            } catch {
                self = .malformed(Self.accessoryConfigurationName, error.shifted(by: 1))
            }
        } catch {
            self = .malformed("a message of the accessory", error)
        }
    }

    /// Parses a value that the phone wrote.
    init(written bytes: [UInt8], _ ids: MessageIdentifiers) {
        do throws(Malformed) {
            let message = try PhoneMessage(decoding: bytes, using: ids)
            guard case .configureAndStart(let payload) = message else {
                self = .phone(message)
                return
            }
            do throws(Malformed) {
                self = .shareableConfiguration(try ShareableConfigurationData(decoding: payload))
            } catch {
                self = .malformed("configureAndStart", error.shifted(by: 1))
            }
        } catch {
            self = .malformed("a message of the phone", error)
        }
    }

    /// Parses a message from one phone's app to another's.
    init(betweenPhones bytes: [UInt8]) {
        do throws(Malformed) {
            let message = try PeerMessage(decoding: bytes)
            guard case .token(let payload) = message else {
                self = .peer(message)
                return
            }
            do throws(Malformed) {
                self = .token(try TokenArchive(decoding: payload))
            } catch {
                self = .malformed("token", error.shifted(by: 1))
            }
        } catch {
            self = .malformed("a message between phones", error)
        }
    }

    /// Parses configuration data as held by the background service's characteristic: without the message's id.
    init(background bytes: [UInt8]) {
        do throws(Malformed) {
            self = .accessoryConfiguration(try AccessoryConfigurationData(decoding: bytes))
        } catch {
            self = .malformed("accessory configuration data", error)
        }
    }

    /// Whether the message is unmistakable: a configuration whose lengths and values are all consistent.
    var isBeyondDoubt: Bool {
        switch self {
        case .accessoryConfiguration(let data): data.isAcceptable && data.extra.isEmpty
        case .shareableConfiguration(let data):
            data.extra.isEmpty && !data.findings().contains { $0.weight == .fault }
        case .token: true
        case .accessory, .phone, .peer, .malformed: false
        }
    }

    /// The message in one line, safe to print.
    public var text: String {
        var style = MeaningStyle(.reading)
        return text(&style)
    }

    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .accessory(let message): Self.text(message)
        case .accessoryConfiguration(let data): Self.text(data, &style)
        case .phone(let message): Self.text(message)
        case .shareableConfiguration(let data): Self.text(data, &style)
        case .peer(let message): Self.text(message, style)
        case .token(let token): Self.text(token, &style)
        case .malformed(let what, let malformed): "malformed \(what): \(malformed.description.escapedForDisplay)"
        }
    }

    private static func text(_ message: AccessoryMessage) -> String {
        switch message {
        case .accessoryConfigurationData(let payload): "accessoryConfigurationData \(payload.shown())"
        case .uwbDidStart: "accessoryUwbDidStart"
        case .uwbDidStop: "accessoryUwbDidStop"
        case .accessoryPaired: "accessoryPaired"
        case .deviceStructure(let payload): "deviceStructure \(payload.shownWithText)"
        case .deviceStructureWritten: "deviceStructureWritten"
        case .iOSNotify(let text): "iOSNotify \"\(text.text.escapedForDisplay)\""
        case .other(let id, let payload): "unknown message \(id.hexadecimal) with \(payload.shown())"
        }
    }

    private static func text(_ message: PeerMessage, _ style: MeaningStyle) -> String {
        switch message {
        case .token(let archive): "token \(archive.shown())"
        case .distance(let distance): "distance \(style.measured("\(distance)"))"
        case .other(let id, let payload): "unknown message \(id.hexadecimal) with \(payload.shown())"
        }
    }

    private static func text(_ token: TokenArchive, _ style: inout MeaningStyle) -> String {
        let address = style.address(UInt64(token.address.rawValue), text: token.address.description)
        return "token: generation \(token.generation), phone \(address), "
            + "number \(style.random(token.encoded[9..<17].reversed(), separator: ""))"
    }

    private static func text(_ message: PhoneMessage) -> String {
        switch message {
        case .initialize: "initialize"
        case .configureAndStart(let payload): "configureAndStart \(payload.shown())"
        case .stop: "stop"
        case .getDeviceStructure: "getDeviceStructure"
        case .setDeviceStructure(let payload): "setDeviceStructure \(payload.shownWithText)"
        case .other(let id, let payload): "unknown message \(id.hexadecimal) with \(payload.shown())"
        }
    }

    private static func text(_ data: AccessoryConfigurationData, _ style: inout MeaningStyle) -> String {
        let address = style.address(UInt64(data.address.rawValue), text: data.address.description)
        var text = "accessoryConfigurationData: UWB \(data.version), \(data.role), \(address)"
        if let request = data.request {
            text += ", asks for a round every \(request.intervalMilliseconds) ms"
        }
        return text + complaints(data.findings())
    }

    private static func text(_ data: ShareableConfigurationData, _ style: inout MeaningStyle) -> String {
        let session = style.session(data.sessionID)
        let address = style.address(UInt64(data.address.rawValue), text: data.address.description)
        // Phones draw the interval from three values (nearby-interaction.md 4.4).
        let interval = style.measured("\(data.intervalMilliseconds) ms")
        return "configureAndStart: UWB \(data.version), session \(session), phone \(address), channel \(data.channel), "
            + "preamble \(data.preambleCode), every \(interval), IV \(style.random(data.initialization.bytes))"
            + complaints(data.findings())
    }

    /// Returns the faults of a payload in short form, with offsets counted from the message's id; notes and warnings
    /// are left to the phone.
    private static func complaints(_ findings: [Finding]) -> String {
        let faults = findings.filter { $0.weight == .fault }
        return faults.isEmpty
            ? "" : " [" + faults.map { $0.shifted(by: 1).description.escapedForDisplay }.joined(separator: "; ") + "]"
    }
}
