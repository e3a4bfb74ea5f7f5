import Ground
import Links
import NDEF

/// The search criteria of InListPassiveTarget.
struct PassivePoll: Hashable, Sendable {
    /// 1 or 2.
    let most: Int
    /// 0 is ISO 14443 A at 106 kbit/s, the only type of tag that is simulated.
    let modulation: UInt8
    /// With cascade bytes; empty for any tag.
    let uid: [UInt8]
}

/// The search criteria of InAutoPoll: the codes of target types.
struct AutoPoll: Hashable, Sendable {
    let types: [UInt8]

    static let anyTypeA: UInt8 = 0x00
    static let mifare: UInt8 = 0x10
    static let isoDEP: UInt8 = 0x20
}

/// The tags of the bench: those in front of the antenna with the chip's selection among them, and those set aside.
///
/// Written contents stay in a tag, whether or not it is held to the reader.
struct Field: Sendable {
    private struct Place: Sendable {
        /// Nil for a tag that is not one of the bench's.
        let name: TagName?
        var tag: SimulatedTag
        /// The number of answers until the tag is taken away; nil for one that is held still.
        var answersLeft: Int?
        /// Deselected: silent until the field goes off.
        var isHalted = false
        /// The chip's number for the tag.
        var target: UInt8?
        /// False if it was taken away while the chip still knows it.
        var isPresent = true

        var canAnswer: Bool { isPresent && !isHalted && !tag.isTornAway }
    }

    private var places: [Place] = []
    private var aside: [(name: TagName, tag: SimulatedTag)]
    /// The tags torn away since the last query.
    private var torn: [TagName] = []
    private(set) var isOn = false

    init(aside: [(name: TagName, tag: SimulatedTag)] = []) { self.aside = aside }

    var tags: [SimulatedTag] { places.filter(\.isPresent).map(\.tag) }
    var targets: [UInt8] { places.compactMap(\.target) }

    mutating func add(_ tag: SimulatedTag) { places.append(Place(name: nil, tag: tag)) }

    mutating func removeAll() {
        for index in places.indices.reversed() { leave(index) }
    }

    /// Holds a tag of the bench to the antenna, after those already there; one that is already there starts over.
    mutating func present(_ name: TagName, afterAnswers count: Int? = nil) {
        remove(name)
        guard let index = aside.firstIndex(where: { $0.name == name }) else { return }
        var tag = aside.remove(at: index).tag
        tag.tearAway(afterAnswers: nil)
        places.append(Place(name: name, tag: tag, answersLeft: count.map { max($0, 0) }))
    }

    mutating func remove(_ name: TagName) {
        for index in places.indices.reversed() where places[index].name == name && places[index].isPresent {
            leave(index)
        }
    }

    /// Returns the tags of the bench that were torn away since the last call.
    mutating func takeTorn() -> [TagName] {
        defer { torn = [] }
        return torn
    }

    /// Takes a tag away; the chip may know it a while longer.
    private mutating func leave(_ index: Int) {
        if let name = places[index].name { aside.append((name, places[index].tag)) }
        if places[index].target == nil {
            places.remove(at: index)
        } else {
            places[index].isPresent = false
        }
    }

    private mutating func tear(_ index: Int) {
        if let name = places[index].name { torn.append(name) }
        leave(index)
    }

    /// Looks into the field as a restarting driver does, and selects the first tag as number 1.
    mutating func look(atMost limit: Int) -> [TagIdentity] {
        turn(on: false)
        isOn = true
        let found = places.indices.filter { places[$0].canAnswer }.prefix(limit)
        if let first = found.first { _ = select(first, as: 1, withATS: true) }
        return found.map { places[$0].tag.identity }
    }

    /// Looks for the tag selected as number 1 in a restarted field; false if it is not there.
    mutating func lookAgain() -> Bool {
        guard let wanted = places.first(where: { $0.target == 1 })?.tag.identity.uid else { return false }
        turn(on: false)
        isOn = true
        let found = places.firstIndex { $0.canAnswer && $0.tag.identity.uid == wanted }
        guard let found else { return false }
        _ = select(found, as: 1, withATS: true)
        return true
    }

    /// Turns the field on or off. Without its field the chip forgets its targets, and halted tags wake up.
    mutating func turn(on: Bool) {
        isOn = on
        guard !on else { return }
        places.removeAll { !$0.isPresent }
        for index in places.indices {
            places[index].isHalted = false
            places[index].target = nil
        }
    }

    /// Returns the answer to InListPassiveTarget with its code; nil if there is no such tag.
    mutating func answer(to poll: PassivePoll, withATS: Bool) -> [UInt8]? {
        isOn = true
        forgetTargets()
        guard poll.modulation == 0 else { return nil }
        let found = places.indices.filter { index in
            places[index].canAnswer && (poll.uid.isEmpty || Self.cascaded(places[index].tag.identity.uid) == poll.uid)
        }.prefix(poll.most)
        guard !found.isEmpty else { return nil }
        var answer = [PN532Command.inListPassiveTarget.rawValue + 1, UInt8(clamping: found.count)]
        for (number, index) in found.enumerated() {
            answer += select(index, as: UInt8(clamping: number + 1), withATS: withATS)
        }
        return answer
    }

    /// Returns the answer to InAutoPoll with its code; nil if there is no such tag.
    mutating func answer(to poll: AutoPoll) -> [UInt8]? {
        isOn = true
        forgetTargets()
        let found = places.indices.filter { places[$0].canAnswer && poll.wants(places[$0].tag) }.prefix(2)
        guard !found.isEmpty else { return nil }
        var answer = [PN532Command.inAutoPoll.rawValue + 1, UInt8(clamping: found.count)]
        for (number, index) in found.enumerated() {
            let data = select(index, as: UInt8(clamping: number + 1), withATS: true)
            answer += [AutoPoll.type(of: places[index].tag), UInt8(clamping: data.count)] + data
        }
        return answer
    }

    /// Deselects one target, or all with number 0; false if there is none with the number.
    mutating func deselect(_ target: UInt8, forgetting: Bool) -> Bool {
        guard target == 0 || targets.contains(target) else { return false }
        for index in places.indices where places[index].target != nil {
            guard target == 0 || places[index].target == target else { continue }
            places[index].isHalted = true
            if forgetting { places[index].target = nil }
        }
        return true
    }

    /// Wakes a deselected target up; false if there is none with the number.
    mutating func reselect(_ target: UInt8) -> Bool {
        guard let index = places.firstIndex(where: { $0.target == target && $0.isPresent }) else { return false }
        places[index].isHalted = false
        places[index].tag.receiveActivation()
        return true
    }

    /// Returns the platform of a target; nil if there is none with the number.
    func platform(of target: UInt8) -> TagPlatform? {
        places.first { $0.target == target }.map { TagPlatform(sak: $0.tag.identity.sak) }
    }

    /// Whether the target is present and awake. A tag due to be torn away is removed by this query.
    mutating func isAnswering(_ target: UInt8) -> Bool {
        guard let index = places.firstIndex(where: { $0.target == target && $0.canAnswer }) else { return false }
        guard places[index].answersLeft != 0 else {
            tear(index)
            return false
        }
        return true
    }

    /// Sends a command to a target; nil if there is no answer.
    mutating func exchange(_ command: [UInt8], with target: UInt8) -> [UInt8]? {
        guard isAnswering(target), let index = places.firstIndex(where: { $0.target == target }) else { return nil }
        let answer = places[index].tag.receive(command)
        if answer != nil, let left = places[index].answersLeft {
            places[index].answersLeft = left - 1
            if left <= 1 { tear(index) }
        }
        return answer
    }

    private mutating func forgetTargets() {
        places.removeAll { !$0.isPresent }
        for index in places.indices { places[index].target = nil }
    }

    /// Selects a tag, and returns target number, SENS_RES, SEL_RES, UID and ATS, as in both types of polling.
    private mutating func select(_ index: Int, as target: UInt8, withATS: Bool) -> [UInt8] {
        places[index].target = target
        places[index].tag.receiveActivation()
        let identity = places[index].tag.identity
        var data = [target]
        data.append(big: identity.atqa)
        data += [identity.sak, UInt8(clamping: identity.uid.count)] + identity.uid
        if withATS, !identity.ats.isEmpty { data += [UInt8(clamping: identity.ats.count + 1)] + identity.ats }
        return data
    }

    /// Returns a UID as sent over the air, with 88 before each part except the last.
    private static func cascaded(_ uid: [UInt8]) -> [UInt8] {
        switch uid.count {
        case 7: [0x88] + uid
        case 10: [0x88] + uid[..<3] + [0x88] + uid[3...]
        default: uid
        }
    }
}

extension AutoPoll {
    static func type(of tag: SimulatedTag) -> UInt8 { tag.identity.sak & 0x20 != 0 ? isoDEP : mifare }

    func wants(_ tag: SimulatedTag) -> Bool { types.contains(Self.type(of: tag)) || types.contains(Self.anyTypeA) }
}
