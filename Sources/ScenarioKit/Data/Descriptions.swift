import Ground

extension Scenario: CustomStringConvertible {
    /// The name used on the command line.
    public var description: String { name.escapedForDisplay }
}

extension LinkAct {
    /// A verb phrase, to be followed by the accessory's name.
    var phrase: String {
        switch self {
        case .find: "find"
        case .connect(.subscribed): "connect to"
        case .connect(.link): "connect, the link only, to"
        case .connect(.discovered): "connect without subscribing to"
        case .subscribe: "subscribe to"
        case .pair: "pair with"
        case .read(.backgroundConfiguration, let expected): "read the background configuration, \(expected.phrase), of"
        case .identify(let place, let console):
            "identify the firmware"
                + (place.map { ", also by \($0)" } ?? "") + (console == nil ? "" : ", also over the console")
                + (place == nil && console == nil ? "" : ",") + " of"
        case .disconnect: "disconnect from"
        }
    }
}

extension ReadExpectation {
    var phrase: String {
        switch self {
        case .lastConfiguration: "expecting the last one sent"
        case .refusal: "expecting a refusal"
        case .absence: "expecting that there is none"
        case .any: "whatever comes"
        }
    }
}

extension SessionAct: CustomStringConvertible {
    /// The act as a verb, without its session: `pause`, `invalidate (sessionFailed)`.
    public var description: String {
        switch self {
        case .begin(let kind): "begin \(kind)"
        case .run: "run"
        case .pause: "pause"
        case .invalidate(nil): "invalidate"
        case .invalidate(let error?): "invalidate (\(error.rawValue))"
        case .suspend: "suspend"
        case .resume: "resume"
        }
    }
}

extension SystemAct: CustomStringConvertible {
    /// The act as a verb phrase: `lock the phone`.
    public var description: String {
        switch self {
        case .background: "send the app to the background"
        case .foreground: "bring the app to the foreground"
        case .lock: "lock the phone"
        case .unlock: "unlock the phone"
        case .relaunch: "quit the app and start it again"
        case .quit: "quit the app"
        case .launch: "launch the app"
        case .changePermission(let setting): "change the permission: \(setting.permission)"
        case .display(let isOn): "switch the display \(isOn ? "on" : "off")"
        case .airplane(let isOn): "switch airplane mode \(isOn ? "on" : "off")"
        case .camera(let isOn): isOn ? "use the camera" : "put the camera away"
        case .wallet(let isOn): isOn ? "use Wallet" : "put Wallet away"
        case .readerSession(let isOn): "\(isOn ? "begin" : "end") a reader session of an app"
        case .restart: "restart the phone"
        }
    }
}

extension PeerAct {
    var phrase: String {
        switch self {
        case .endSession: "end its session"
        case .enterBackground: "go to the background"
        case .enterForeground: "come to the foreground"
        case .relaunch: "quit its app and start it again"
        case .denyPermission: "lose the permission to range"
        case .allowPermission: "get the permission to range"
        }
    }
}

extension Tampering {
    func phrase(_ message: MessageKind) -> String {
        switch self {
        case .withhold: "lose \(message)"
        case .delay(let span): "delay \(message) by \(span)"
        case .repeat(let times): "send \(message) \(times) times over,"
        case .cut(let length): "cut \(message) to \(length) bytes"
        case .corrupt(let byte, let mask): "corrupt byte \(byte) of \(message) by \(mask.hexadecimal)"
        }
    }
}

extension InjectedFault {
    var phrase: String {
        switch self {
        case .linkLoss: "loss of the link"
        case .uwbSilence: "UWB silence"
        }
    }
}

extension ReaderFailure {
    var phrase: String {
        switch self {
        case .unplugged: "the reader's cable pulled"
        case .aborts: "an abort of the reader's library"
        case .silent: "a silent reader"
        case .garbles: "a reader that garbles its answers"
        case .refuses: "a reader that refuses every command"
        case .forgetsItself: "a reader that forgets to say what it is"
        case .overheats: "a reader that is too hot"
        }
    }
}

extension RawMessage: CustomStringConvertible {
    /// The message in a few words: `stop cut to 0 bytes`. At most eight raw bytes are shown.
    public var description: String {
        switch self {
        case .initialize: "initialize"
        case .shareableConfiguration: "shareableConfiguration"
        case .newShareableConfiguration: "a new shareableConfiguration"
        case .stop: "stop"
        case .bytes(let bytes): bytes.isEmpty ? "nothing at all" : Self.shortened(bytes)
        case .cut(let message, let length): "\(message) cut to \(length) bytes"
        case .padded(let message, let count): "\(message) padded by \(count) bytes"
        case .corrupted(let message, let byte, let mask):
            "\(message) corrupted at byte \(byte) by \(mask.hexadecimal)"
        case .everyCut(let message): "every cut of \(message)"
        }
    }

    private static func shortened(_ bytes: [UInt8]) -> String {
        let shown = "0x" + Array(bytes.prefix(8)).hex(separator: "")
        return bytes.count > 8 ? "\(shown)... (\(bytes.count) bytes)" : shown
    }
}

extension WalkPath: CustomStringConvertible {
    /// The walk as a verb phrase: `walk toward door from 3.00 m to 0.50 m at 1.00 m/s`.
    public var description: String {
        "walk \(direction.words) \(accessory) from \(from) to \(to) at \(speed)"
            + (seen.map { ", with it \($0)" } ?? "")
    }
}

extension Crossing: CustomStringConvertible {
    /// The crossing in words: `enter near at 1.50 m, give or take 0.80 m`.
    public var description: String { "\(kind) \(zone) at \(at), give or take \(give)" }
}

extension WalkPath.Direction {
    /// The words before the accessory's name: `toward`, `away from`.
    var words: String {
        switch self {
        case .toward: "toward"
        case .away: "away from"
        case .outOfReach: "out of reach of"
        case .back: "back to"
        }
    }

    /// The label of the word that creates such a walk.
    var label: String {
        switch self {
        case .toward: "toward"
        case .away: "awayFrom"
        case .outOfReach: "outOfReachOf"
        case .back: "backTo"
        }
    }

    /// The direction of the way back.
    var opposite: WalkPath.Direction {
        switch self {
        case .toward: .away
        case .away: .toward
        case .outOfReach: .back
        case .back: .outOfReach
        }
    }
}
