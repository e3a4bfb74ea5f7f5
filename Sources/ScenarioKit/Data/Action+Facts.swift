public import Ground

/// The properties that other code needs to know about any action: see `Action.facts`.
struct ActionFacts {
    /// Devices of a bench that an action uses.
    struct Devices: OptionSet {
        let rawValue: UInt8

        static let bluetooth = Devices(rawValue: 1)
        static let uwb = Devices(rawValue: 2)
        static let nfc = Devices(rawValue: 4)
        static let motion = Devices(rawValue: 8)
    }

    /// The time an action takes, which affects the zones the phone is in.
    enum Passing {
        case nothing
        case some
        case span(Lapse)
        /// Some time for other accessories; the action itself determines the zones of its accessory.
        case someForOthers
        /// An unknown time, with unknown events.
        case unknown
    }

    /// The accessory that the action itself is about.
    var accessory: AccessoryName?
    var devices: Devices = []
    /// The tags that the action holds to the reader or takes away.
    var tags: [TagName] = []
    /// A requirement on the bench beyond devices, accessory and tags.
    var need: Need?
    /// The screen that the action is about.
    var screen: ScreenName?
    /// Whether the action can fail because of the accessory, apart from its checks and steps.
    var proves = false
    var checks: [Check] = []
    var steps: [Step] = []
    /// The messages the phone may send because of the action, or in a retry while it lasts.
    var sends: [MessageKind] = []
    var time = Passing.some

    /// A removal can happen while time passes, and the retry for it sends all three.
    static let anything: [MessageKind] = [.initialize, .shareableConfiguration, .stop]
    static let opening: [MessageKind] = [.initialize, .shareableConfiguration]
}

extension Action {
    /// The properties of the action, one line per word.
    var facts: ActionFacts {
        switch self {
        case .link(let act, let name, _):
            .init(
                accessory: name, devices: .bluetooth, need: act.need(of: name),
                proves: !act.identifies)
        case .forget(let name):
            .init(accessory: name, devices: .bluetooth, need: .part(.pairing, of: name), time: .nothing)
        // Raw messages are sent exactly as written.
        case .send(_, let name, _): .init(accessory: name, devices: .bluetooth, time: .nothing)
        case .exchange(let kind, let name, _):
            .init(
                accessory: name, devices: [.bluetooth, .uwb], need: kind == .tokens ? .phone(name) : nil, proves: true,
                sends: kind == .tokens ? [.token] : ActionFacts.opening, time: .someForOthers)
        case .stop(let name, _):
            .init(accessory: name, devices: [.bluetooth, .uwb], proves: true, sends: [.stop])
        case .session(let act, let name):
            .init(
                accessory: name, devices: [.bluetooth, .uwb], need: act == .begin(kind: .tokens) ? .phone(name) : nil,
                sends: act.sends, time: .someForOthers)
        case .system: .init(sends: ActionFacts.anything, time: .unknown)
        case .walk(let course):
            .init(
                accessory: course.accessory, devices: [.uwb, .motion],
                // The reach of real radio, and whether Bluetooth ends before UWB does, is unknown to a scenario.
                need: course.direction == .outOfReach ? .simulated(course.accessory) : nil,
                proves: !course.crossings.isEmpty,
                sends: ActionFacts.anything, time: .someForOthers)
        case .place(let name, _, _): .init(accessory: name, devices: .motion, time: .nothing)
        case .turn(_, let span): .init(devices: [.uwb, .motion], sends: ActionFacts.anything, time: .span(span))
        case .power(_, let name, _): .init(accessory: name, devices: .bluetooth, need: .power(name), proves: true)
        case .stay(let span, let checks): .init(checks: checks, sends: ActionFacts.anything, time: .span(span))
        case .tap(let tag, _, let checks), .hold(let tag, _, let checks):
            .init(devices: .nfc, tags: [tag], checks: checks)
        case .peer(_, let name): .init(accessory: name, devices: .bluetooth, need: .phone(name))
        case .simulate(let trouble, let name): .init(accessory: name, need: .air(trouble.radio, of: name))
        case .present(let tag, _), .tearAway(let tag, _, _), .remove(let tag, _):
            .init(devices: .nfc, tags: [tag], proves: true)
        case .swap(let tag, let other, _): .init(devices: .nfc, tags: [tag, other], proves: true)
        case .inspect(let tag, _, let checks): .init(devices: .nfc, tags: [tag], proves: !checks.isEmpty)
        case .openNotification: .init(proves: true)
        case .followLink: .init(time: .nothing)
        // The companion's system waits a limited time for its app. A person who reports a choice late uses that time
        // up.
        case .companion(.showView, _): .init(need: .simulatedScreens, time: .nothing)
        case .companion: .init(time: .nothing)
        case .screen(.send, let name): .init(need: .simulatedScreens, screen: name, time: .nothing)
        case .screen(_, let name): .init(screen: name, time: .nothing)
        case .troubling(_, let steps): .init(need: .troubledNetwork, steps: steps, time: .nothing)
        case .simulateReader(let trouble): .init(devices: .nfc, need: trouble.need)
        case .expect(let expectation):
            .init(
                checks: [.expect(expectation: expectation)], sends: expectation.sends,
                time: expectation.lasting.map { .span($0) } ?? .nothing)
        case .await(let expectation):
            .init(checks: [.expect(expectation: expectation)], sends: expectation.sends, time: .nothing)
        case .nothingElse(let span): .init(proves: true, sends: ActionFacts.anything, time: .span(span))
        case .require(let requirement): .init(checks: [.require(requirement: requirement)], time: .nothing)
        case .tampering(_, _, _, let steps): .init(steps: steps, time: .unknown)
        case .simulating(let trouble, let name, let steps):
            .init(accessory: name, need: .air(trouble.radio, of: name), steps: steps, time: .unknown)
        case .simulatingReader(let trouble, let steps): .init(devices: .nfc, need: trouble.need, steps: steps)
        case .throughout(let checks, let steps): .init(checks: checks, steps: steps, time: .nothing)
        case .together(let lanes): .init(steps: lanes.flatMap(\.steps), time: .nothing)
        case .repeat(_, let steps): .init(steps: steps, time: .nothing)
        }
    }

    /// The steps inside a block, those of all lanes in sequence; empty for every other action.
    public var innerSteps: [Step] { facts.steps }

    /// The checks that this action owns, without those of inner steps.
    public var checks: [Check] { facts.checks }

    /// The expectations among the checks that this action owns.
    public var expectations: [Expectation] {
        checks.compactMap { if case .expect(let expectation) = $0 { expectation } else { nil } }
    }

    /// The accessory that the action itself is about; nil for blocks, checks and actions on the whole phone.
    public var accessory: AccessoryName? { facts.accessory }

    /// The tags that the action itself holds to the reader or takes away; none for blocks and everything else.
    public var tags: [TagName] { facts.tags }

    /// The action's requirements on a bench, without those of inner steps.
    var ownNeeds: [Need] {
        let facts = facts
        var needs: [Need] = []
        if facts.devices.contains(.bluetooth) { needs.append(.bluetooth) }
        if facts.devices.contains(.uwb) { needs.append(.uwb) }
        if facts.devices.contains(.nfc) { needs.append(.nfc) }
        if facts.devices.contains(.motion) { needs.append(.motion) }
        if let name = facts.accessory { needs.append(.accessory(name)) }
        needs += facts.tags.map { .tag($0) }
        if let name = facts.accessory, isOfGATT { needs.append(.gatt(name)) }
        if let name = facts.screen { needs.append(.screen(name)) }
        if let need = facts.need { needs.append(need) }
        return needs + facts.checks.flatMap(\.needs)
    }

    /// Whether the action itself uses something only Bluetooth LE has.
    private var isOfGATT: Bool {
        switch self {
        case .link(let act, _, _): act.isOfGATT
        case .forget: true
        default: false
        }
    }

    /// Whether the action can fail because of the accessory.
    var checksSomething: Bool {
        let facts = facts
        return facts.proves || !facts.checks.isEmpty || facts.steps.contains { $0.action.checksSomething }
    }

    /// Whether the phone may send the message because of this action, or in a retry while it lasts.
    func mayCauseSending(of message: MessageKind) -> Bool {
        let facts = facts
        return facts.sends.contains(message) || facts.steps.contains { $0.action.mayCauseSending(of: message) }
    }
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
        case .place(let name, let distance, let seen):
            "place the phone at \(distance) from \(name)" + (seen.map { ", which is seen \($0)" } ?? "")
        case .turn(let turn, let span): "turn the phone \(turn) in \(span)"
        case .power(.cycle, let name, let limit): "switch \(name) off and on within \(limit)"
        case .power(.factoryReset, let name, let limit): "reset \(name) to its factory state within \(limit)"
        case .stay(let span, _): "stay for \(span)"
        case .tap(let tag, let limit, _): "tap \(tag) within \(limit)"
        case .peer(let act, let name): "let \(name) \(act.phrase)"
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
        case .companion(let act, let name): "let \(name) \(act.phrase)"
        case .screen(let act, let name): "let \(name) \(act)".escapedForDisplay
        case .troubling(let trouble, _): "with the network \(trouble)"
        case .simulateReader(let trouble): "simulate \(trouble.phrase)"
        case .simulatingReader(let trouble, _): "with \(trouble.phrase)"
        case .expect(let expectation): "expect \(expectation)"
        case .await(let expectation): "await \(expectation)"
        case .nothingElse(let span): "nothing else for \(span)"
        case .require(let requirement): "require \(requirement)"
        case .tampering(let tampering, let message, let times, _):
            "\(tampering.phrase(message)) \(times == 1 ? "once" : "\(times) times")"
        case .simulating(let trouble, let name, _): "with simulated \(trouble.phrase) of \(name)"
        case .throughout(let checks, _): "throughout: " + checks.map(\.description).joined(separator: "; ")
        case .together(let lanes): "\(lanes.count) lanes together"
        case .repeat(let times, _): "repeat \(times) times"
        }
    }

    private static func sending(_ messages: [RawMessage], _ name: AccessoryName, _ apart: Lapse) -> String {
        let list = messages.prefix(4).map(\.description).joined(separator: ", ")
        let rest = messages.count > 4 ? " and \(messages.count - 4) more" : ""
        let pace = messages.count < 2 ? "" : apart == .zero ? " back to back" : " \(apart) apart"
        return "send \(list)\(rest) to \(name)\(pace)"
    }
}

extension Action {
    /// Returns the action as if it, and everything in it, had been written at the spot.
    func moved(to spot: SourceSpot) -> Action {
        func moved(_ steps: [Step]) -> [Step] { steps.map { $0.moved(to: spot) } }
        func moved(_ checks: [Check]) -> [Check] { checks.map { $0.moved(to: spot) } }
        return switch self {
        case .walk(let course):
            .walk(course: changed(course) { for place in $0.crossings.indices { $0.crossings[place].spot = spot } })
        case .stay(let span, let checks): .stay(span: span, checks: moved(checks))
        case .tap(let tag, let limit, let checks): .tap(tag: tag, within: limit, checks: moved(checks))
        case .hold(let tag, let span, let checks): .hold(tag: tag, span: span, checks: moved(checks))
        case .inspect(let tag, let limit, let checks):
            .inspect(
                tag: tag, within: limit, checks: checks.map { TagExpectation($0.what, spot: spot, cause: $0.cause) })
        case .expect(let expectation): .expect(expectation: changed(expectation) { $0.spot = spot })
        case .await(let expectation): .await(expectation: changed(expectation) { $0.spot = spot })
        case .require(let requirement): .require(requirement: changed(requirement) { $0.spot = spot })
        case .tampering(let tampering, let message, let times, let steps):
            .tampering(tampering: tampering, message: message, times: times, steps: moved(steps))
        case .simulating(let trouble, let name, let steps):
            .simulating(trouble: trouble, accessory: name, steps: moved(steps))
        case .simulatingReader(let trouble, let steps): .simulatingReader(trouble: trouble, steps: moved(steps))
        case .troubling(let trouble, let steps): .troubling(network: trouble, steps: moved(steps))
        case .throughout(let checks, let steps): .throughout(checks: moved(checks), steps: moved(steps))
        case .together(let lanes): .together(lanes: lanes.map { Lane(moved($0.steps), spot: spot) })
        case .repeat(let times, let steps): .repeat(times: times, steps: moved(steps))
        case .link, .forget, .send, .exchange, .stop, .session, .system, .place, .turn, .power, .peer, .simulate,
            .present,
            .tearAway, .remove, .swap, .openNotification, .followLink, .companion, .screen, .simulateReader,
            .nothingElse:
            self
        }
    }
}

extension SessionAct {
    fileprivate var sends: [MessageKind] {
        switch self {
        case .begin(.configuration): ActionFacts.opening
        case .begin(.tokens): [.token]
        case .run: [.shareableConfiguration]
        case .invalidate, .suspend, .resume: ActionFacts.anything
        case .pause: []
        }
    }
}

extension Expectation {
    /// The messages the phone may send while the expectation waits: on the way to the outcome, or in time that
    /// passes.
    fileprivate var sends: [MessageKind] {
        let needsMessages = outcome.alternatives.contains { outcome in
            switch outcome {
            case .retry, .sent, .received: true
            default: false
            }
        }
        return lasting != nil || needsMessages ? ActionFacts.anything : []
    }
}
