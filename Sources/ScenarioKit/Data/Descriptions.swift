import Ground

extension Scenario: CustomStringConvertible {
    /// Its name, by which the command line knows it.
    public var description: String { name.escapedForDisplay }
}

extension Action: CustomStringConvertible {
    /// The step in a few words, as reports and journals show it: `connect to door within 5.00 s`.
    public var description: String {
        switch self {
        case .link(let act, let name, let limit): "\(act.phrase) \(name) within \(limit)"
        case .forget(let name): "forget the key for \(name)"
        case .send(let messages, let name, let apart): Self.sending(messages, name, apart)
        case .exchange(let kind, let name, let limit): "exchange \(kind) with \(name) within \(limit)"
        case .stop(let name, let limit): "stop \(name) within \(limit)"
        case .session(.begin(let kind), let name): "begin the exchange of \(kind) with \(name)"
        case .session(let act, let name): "\(act) the session with \(name)"
        case .system(let act): act.description
        case .walk(let course): course.description
        case .place(let name, let distance): "place the phone at \(distance) from \(name)"
        case .power(.cycle, let name, let limit): "switch \(name) off and on within \(limit)"
        case .power(.factoryReset, let name, let limit): "reset \(name) to its factory state within \(limit)"
        case .stay(let span, _): "stay for \(span)"
        case .tap(let tag, let limit, _): "tap \(tag) within \(limit)"
        case .simulate(let trouble, let name): "simulate \(trouble.phrase) of \(name)"
        case .present(let tag, let limit): "present \(tag) within \(limit)"
        case .tearAway(let tag, let answers, let limit):
            "tear \(tag) away after \(answers == 1 ? "1 answer" : "\(answers) answers") within \(limit)"
        case .remove(let tag, let limit): "remove \(tag) within \(limit)"
        case .swap(let tag, let other, let limit): "swap \(tag) for \(other) within \(limit)"
        case .hold(let tag, let span, _): "hold \(tag) for \(span)"
        case .inspect(let tag, let limit, _): "inspect \(tag) within \(limit)"
        case .openNotification(let limit): "open the newest notification within \(limit)"
        case .followLink(let url): "follow \(url.escapedForDisplay)"
        case .simulateReader(let trouble): "simulate \(trouble.phrase)"
        case .simulatingReader(let trouble, _): "with \(trouble.phrase)"
        case .expect(let expectation): "expect \(expectation)"
        case .require(let requirement): "require \(requirement)"
        case .tampering(let tampering, let message, let times, _):
            "\(tampering.phrase(message)) \(times == 1 ? "once" : "\(times) times")"
        case .simulating(let trouble, let name, _): "with simulated \(trouble.phrase) of \(name)"
        case .throughout(let checks, _): "throughout: " + checks.map(\.description).joined(separator: "; ")
        case .together(let lanes): "\(lanes.count) lanes together"
        case .repeat(let times, _): "repeat \(times) times"
        }
    }

    private static func sending(_ messages: [RawMessage], _ name: AccessoryName, _ apart: Span) -> String {
        let list = messages.prefix(4).map(\.description).joined(separator: ", ")
        let rest = messages.count > 4 ? " and \(messages.count - 4) more" : ""
        let pace = messages.count < 2 ? "" : apart == .zero ? " back to back" : " \(apart) apart"
        return "send \(list)\(rest) to \(name)\(pace)"
    }
}

extension LinkAct {
    /// Such that the accessory's name can follow.
    fileprivate var phrase: String {
        switch self {
        case .find: "find"
        case .connect(.subscribed): "connect to"
        case .connect(.link): "connect, the link only, to"
        case .connect(.discovered): "connect without subscribing to"
        case .subscribe: "subscribe to"
        case .pair: "pair with"
        case .read(.backgroundConfiguration, let expected): "read the background configuration, \(expected.phrase), of"
        case .disconnect: "disconnect from"
        }
    }
}

extension ReadExpectation {
    fileprivate var phrase: String {
        switch self {
        case .lastConfiguration: "expecting the last one sent"
        case .refusal: "expecting a refusal"
        case .absence: "expecting that there is none"
        case .any: "whatever comes"
        }
    }
}

extension SessionAct: CustomStringConvertible {
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
    public var description: String {
        switch self {
        case .background: "send the app to the background"
        case .foreground: "bring the app to the foreground"
        case .lock: "lock the phone"
        case .unlock: "unlock the phone"
        case .relaunch: "quit the app and start it anew"
        case .changePermission(let permission): "change the permission: \(permission)"
        case .display(let isOn): "switch the display \(isOn ? "on" : "off")"
        case .airplane(let isOn): "switch airplane mode \(isOn ? "on" : "off")"
        case .camera(let isOn): isOn ? "use the camera" : "put the camera away"
        case .wallet(let isOn): isOn ? "use Wallet" : "put Wallet away"
        case .readerSession(let isOn): "\(isOn ? "begin" : "end") a reader session of an app"
        case .restart: "start the phone anew"
        }
    }
}

extension Tampering {
    fileprivate func phrase(_ message: MessageKind) -> String {
        switch self {
        case .withhold: "lose \(message)"
        case .delay(let span): "delay \(message) by \(span)"
        case .repeat(let times): "send \(message) \(times) times over,"
        case .cut(let length): "cut \(message) to \(length) bytes"
        case .corrupt(let byte, let mask): "corrupt byte \(byte) of \(message) by \(mask.hexadecimal)"
        }
    }
}

extension SimulatedTrouble {
    fileprivate var phrase: String {
        switch self {
        case .linkLoss: "loss of the link"
        case .uwbSilence: "UWB silence"
        }
    }
}

extension ReaderTrouble {
    fileprivate var phrase: String {
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

extension Course: CustomStringConvertible {
    public var description: String {
        "walk \(isToward ? "toward" : "away from") \(accessory) from \(from) to \(to) at \(speed)"
    }
}

extension Crossing: CustomStringConvertible {
    public var description: String { "\(kind) \(zone) at \(at), give or take \(give)" }
}
