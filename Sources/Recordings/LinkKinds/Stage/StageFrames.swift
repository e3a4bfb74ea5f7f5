public import Ground
import Journal
public import Links

extension LinkKind {
    static let stage = LinkKind(event: StageEvent.self, request: StageRequest.self, filterKinds: [stageFilter])

    /// The single filter kind of all stage frames.
    fileprivate static let stageFilter = "stage"
}

extension StageRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .place(let name, let distance):
            FrameParts("place", 1, ("accessory", name.rawValue), ("distance", distance))
        case .move(let name, let from, let to, let speed):
            FrameParts("move", 2, ("accessory", name.rawValue), ("from", from), ("to", to), ("speed", speed))
        case .face(let name, let seen):
            FrameParts(
                "face", 11, ("accessory", name.rawValue), ("azimuth", seen.azimuth), ("elevation", seen.elevation))
        case .turn(let turn, let span):
            FrameParts("turn", 12, ("azimuth", turn.azimuth), ("elevation", turn.elevation), ("over", span))
        case .present(let tag): FrameParts("present", 3, ("tag", tag.rawValue))
        case .remove(let tag): FrameParts("remove", 4, ("tag", tag.rawValue))
        case .tearAway(let tag, let answers):
            FrameParts("tear away", 5, ("tag", tag.rawValue), ("afterAnswers", answers))
        case .swap(let tag, let other): FrameParts("swap", 6, ("tag", tag.rawValue), ("for", other.rawValue))
        case .readerTrouble(let trouble, let begins):
            FrameParts("reader trouble", 7, ("trouble", trouble), ("begins", begins))
        case .dropLink(let name): FrameParts("drop link", 8, ("accessory", name.rawValue))
        case .power(let name, let act): FrameParts("power", 9, ("accessory", name.rawValue), ("act", act))
        case .silenceUWB(let name, let isOn):
            FrameParts("silence", 10, ("accessory", name.rawValue), ("isOn", isOn))
        case .peer(let name, let act): FrameParts("peer", 13, ("accessory", name.rawValue), ("act", act))
        case .screen(let name, let act): FrameParts("screen", 14, ("screen", name.rawValue), ("act", act))
        case .network(let trouble, let begins):
            FrameParts("network trouble", 15, ("trouble", trouble), ("begins", begins))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a stage's request")
        switch code {
        case 1:
            let name = try reader.accessory("an accessory's name")
            self = .place(name, try reader.distance("a distance"))
        case 2:
            let name = try reader.accessory("an accessory's name")
            let from = try reader.distance("a distance")
            let to = try reader.distance("a distance")
            self = .move(name, from: from, to: to, at: try reader.speed("a speed"))
        case 3: self = .present(try reader.tag("a tag's name"))
        case 4: self = .remove(try reader.tag("a tag's name"))
        case 5:
            let tag = try reader.tag("a tag's name")
            self = .tearAway(tag, afterAnswers: try reader.count("a count of answers"))
        case 6:
            let tag = try reader.tag("a tag's name")
            self = .swap(tag, for: try reader.tag("a tag's name"))
        case 7:
            let trouble = try ReaderFailure(&reader)
            self = .readerTrouble(trouble, try reader.flag("whether trouble begins"))
        case 8: self = .dropLink(try reader.accessory("an accessory's name"))
        case 9:
            let name = try reader.accessory("an accessory's name")
            self = .power(name, try PowerAct(&reader))
        case 10:
            let name = try reader.accessory("an accessory's name")
            self = .silenceUWB(name, try reader.flag("whether UWB is silenced"))
        case 11:
            let name = try reader.accessory("an accessory's name")
            self = .face(name, try SeenDirection(&reader))
        case 12:
            let turn = try SeenDirection(&reader)
            self = .turn(by: turn, over: try reader.span("how long a turn takes"))
        case 13:
            let name = try reader.accessory("the other phone's name")
            self = .peer(name, try PeerAct(&reader))
        case 14:
            let name = ScreenName(try reader.text("a screen's name"))
            self = .screen(name, try ScreenAct(&reader))
        case 15:
            let trouble = try NetworkDisturbance(&reader)
            self = .network(trouble, try reader.flag("whether trouble begins"))
        default: throw reader.unknown(code, "a stage's request")
        }
    }

    public func outbound(on link: LinkID) -> Outbound { .stage(self) }

    public var filterKind: String { LinkKind.stageFilter }

    public func words(_ style: inout MeaningStyle) -> String {
        let text =
            switch self {
            case .place(let name, let distance): "place \(name) at \(distance)"
            case .move(let name, let from, let to, let speed): "move \(name) from \(from) to \(to) at \(speed)"
            case .face(let name, let seen): "hold the phone so that \(name) is seen \(seen)"
            case .turn(let turn, let span): "turn the phone \(turn) in \(span)"
            case .present(let tag): "hold \(tag) to the reader"
            case .remove(let tag): "take \(tag) away"
            case .tearAway(let tag, let answers): "tear \(tag) away after \(answers) answers"
            case .swap(let tag, let other): "remove \(tag) and hold \(other) there"
            case .readerTrouble(let trouble, let begins):
                "reader fault \(trouble.rawValue) \(begins ? "begins" : "ends")"
            case .dropLink(let name): "cut the radio of \(name)"
            case .power(let name, let act): "power of \(name): \(act.rawValue)"
            case .silenceUWB(let name, let isOn): isOn ? "silence ranging of \(name)" : "let \(name) range again"
            case .peer(let name, let act): "\(name): \(act.rawValue)"
            case .screen(let name, let act): "\(name): \(act)"
            case .network(let trouble, let begins): "the network \(begins ? "is" : "is no longer") \(trouble)"
            }
        return text.escapedForDisplay
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .place(let name, let distance): .place(redaction.name(name), distance)
        case .move(let name, let from, let to, let speed): .move(redaction.name(name), from: from, to: to, at: speed)
        case .face(let name, let seen): .face(redaction.name(name), seen)
        case .turn: self
        case .present(let tag): .present(redaction.tag(tag))
        case .remove(let tag): .remove(redaction.tag(tag))
        case .tearAway(let tag, let answers): .tearAway(redaction.tag(tag), afterAnswers: answers)
        case .swap(let tag, let other): .swap(redaction.tag(tag), for: redaction.tag(other))
        case .readerTrouble: self
        case .dropLink(let name): .dropLink(redaction.name(name))
        case .power(let name, let act): .power(redaction.name(name), act)
        case .silenceUWB(let name, let isOn): .silenceUWB(redaction.name(name), isOn)
        case .peer(let name, let act): .peer(redaction.name(name), act)
        case .screen(let name, let act): .screen(ScreenName(redaction.text(name.rawValue)), act.redacted(&redaction))
        case .network: self
        }
    }
}

extension StageEvent: LinkEvent {
    public var parts: FrameParts {
        switch self {
        case .arrived(let name): FrameParts("arrived", 1, ("accessory", name.rawValue))
        case .presented(let tag): FrameParts("presented", 2, ("tag", tag.rawValue))
        case .removed(let tag): FrameParts("removed", 3, ("tag", tag.rawValue))
        case .powered(let name): FrameParts("powered", 4, ("accessory", name.rawValue))
        case .turned: FrameParts("turned", 5)
        case .placed(let name): FrameParts("placed", 7, ("accessory", name.rawValue))
        case .readBack(.position(let name, let distance, let error)):
            FrameParts("position", 8, ("accessory", name.rawValue), ("distance", distance), ("within", error))
        case .readBack(.power(let name)): FrameParts("power is on", 9, ("accessory", name.rawValue))
        case .readBack(.tag(let tag, let isPresent)):
            FrameParts("tag's place", 10, ("tag", tag.rawValue), ("isPresent", isPresent))
        case .radio(let radio, let name, let isBlocked):
            FrameParts("radio", 11, ("radio", radio), ("accessory", name.rawValue), ("isBlocked", isBlocked))
        case .readBack(.radio(let radio, let name, let isBlocked)):
            FrameParts("radio's state", 12, ("radio", radio), ("accessory", name.rawValue), ("isBlocked", isBlocked))
        case .acted(let name): FrameParts("acted", 6, ("screen", name.rawValue))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a stage's event")
        switch code {
        case 1: self = .arrived(try reader.accessory("an accessory's name"))
        case 2: self = .presented(try reader.tag("a tag's name"))
        case 3: self = .removed(try reader.tag("a tag's name"))
        case 5: self = .turned
        case 4: self = .powered(try reader.accessory("an accessory's name"))
        case 6: self = .acted(ScreenName(try reader.text("a screen's name")))
        case 7: self = .placed(try reader.accessory("an accessory's name"))
        case 8:
            let name = try reader.accessory("an accessory's name")
            let distance = try reader.distance("a distance")
            self = .readBack(.position(name, distance, within: try reader.distance("a largest error")))
        case 9: self = .readBack(.power(try reader.accessory("an accessory's name")))
        case 10:
            let tag = try reader.tag("a tag's name")
            self = .readBack(.tag(tag, isPresent: try reader.flag("whether a tag is at the reader")))
        case 11, 12:
            let radio = try Radio(&reader)
            let name = try reader.accessory("an accessory's name")
            let isBlocked = try reader.flag("whether a radio is blocked")
            self =
                code == 11
                ? .radio(radio, of: name, isBlocked: isBlocked)
                : .readBack(.radio(radio, of: name, isBlocked: isBlocked))
        default: throw reader.unknown(code, "a stage's event")
        }
    }

    public func inbound(on link: LinkID) -> Inbound { .stage(self) }

    public var filterKind: String { LinkKind.stageFilter }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .arrived(let name): "\(name) arrived".escapedForDisplay
        case .presented(let tag): "\(tag) is at the reader".escapedForDisplay
        case .removed(let tag): "\(tag) is away".escapedForDisplay
        case .powered(let name): "\(name) has power".escapedForDisplay
        case .turned: "the phone is turned"
        case .placed(let name): "\(name) is placed".escapedForDisplay
        case .readBack(.position(let name, let distance, let error)):
            "\(name) is at \(distance), within \(error)".escapedForDisplay
        case .readBack(.power(let name)): "read back: the power of \(name) is on".escapedForDisplay
        case .readBack(.tag(let tag, let isPresent)):
            "read back: \(tag) is \(isPresent ? "at the reader" : "away")".escapedForDisplay
        case .radio(let radio, let name, let isBlocked):
            "the \(radio) of \(name) is \(isBlocked ? "blocked" : "unblocked")".escapedForDisplay
        case .readBack(.radio(let radio, let name, let isBlocked)):
            "read back: the \(radio) of \(name) is \(isBlocked ? "blocked" : "unblocked")".escapedForDisplay
        case .acted(let name): "the person at \(name) is done".escapedForDisplay
        }
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .arrived(let name): .arrived(redaction.name(name))
        case .presented(let tag): .presented(redaction.tag(tag))
        case .removed(let tag): .removed(redaction.tag(tag))
        case .turned: self
        case .placed(let name): .placed(redaction.name(name))
        case .readBack(.position(let name, let distance, let error)):
            .readBack(.position(redaction.name(name), distance, within: error))
        case .readBack(.power(let name)): .readBack(.power(redaction.name(name)))
        case .readBack(.tag(let tag, let isPresent)): .readBack(.tag(redaction.tag(tag), isPresent: isPresent))
        case .powered(let name): .powered(redaction.name(name))
        case .radio(let radio, let name, let isBlocked): .radio(radio, of: redaction.name(name), isBlocked: isBlocked)
        case .readBack(.radio(let radio, let name, let isBlocked)):
            .readBack(.radio(radio, of: redaction.name(name), isBlocked: isBlocked))
        case .acted(let name): .acted(ScreenName(redaction.text(name.rawValue)))
        }
    }
}

/// A value with few cases, each with a byte code.
private protocol CodedField: FrameField, CaseIterable, RawRepresentable<String> {
    /// The value's role, for the error about an unknown code.
    static var role: StaticString { get }
    var code: UInt8 { get }
}

extension CodedField {
    func append(to bytes: inout [UInt8]) { bytes.append(code) }
    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .text(rawValue) }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8(Self.role)
        guard let value = Self.allCases.first(where: { $0.code == code }) else {
            throw reader.unknown(code, Self.role)
        }
        self = value
    }
}

extension ReaderFailure: CodedField {
    fileprivate static let role: StaticString = "a reader's trouble"

    fileprivate var code: UInt8 {
        switch self {
        case .unplugged: 1
        case .aborts: 2
        case .silent: 3
        case .garbles: 4
        case .refuses: 5
        case .forgetsItself: 6
        case .overheats: 7
        }
    }
}

extension PeerAct: CodedField {
    fileprivate static let role: StaticString = "an act with the other phone"

    fileprivate var code: UInt8 {
        switch self {
        case .endSession: 1
        case .enterBackground: 2
        case .enterForeground: 3
        case .relaunch: 4
        case .denyPermission: 5
        case .allowPermission: 6
        }
    }
}

extension Radio: CodedField {
    fileprivate static let role: StaticString = "a radio"

    fileprivate var code: UInt8 {
        switch self {
        case .ble: 1
        case .uwb: 2
        }
    }
}

extension PowerAct: CodedField {
    fileprivate static let role: StaticString = "an act of power"

    fileprivate var code: UInt8 {
        switch self {
        case .cycle: 1
        case .factoryReset: 2
        }
    }
}
