import Engine
import Ground
public import RigKit
public import ScenarioKit
import Vocabulary

/// The scenarios that a rig can play, and what each missing part would add.
public struct RigCoverage {
    /// A part that the rig lacks.
    public struct Addition: Hashable, Sendable {
        /// The part as the end of a sentence: `a program that presents doorTag`.
        public let what: String
        /// The option that adds it to the rig; nil if only the rig's file can.
        public let option: String?
        /// The number of scenarios that it adds to those playable with all parts before it.
        public let adds: Int
        /// The number of scenarios playable with it and all parts before it.
        public let total: Int
    }

    /// The number of scenarios in question.
    public let total: Int
    /// The number that the rig plays without a person.
    public let unattended: Int
    /// The number that it plays if a person does what it asks for.
    public let attended: Int
    /// The missing parts of a hardware rig that would add most without a person, one after the other.
    public let additions: [Addition]
    /// The reasons why the rest cannot be played with all of them either, the most frequent first.
    public let obstacles: [(reason: String, scenarios: Int)]

    /// Counts scenarios for a rig; asks nothing of the machine.
    public init(of rig: Rig, for scenarios: [Scenario]) {
        total = scenarios.count
        attended = scenarios.count { ScenarioRun.reasonToSkip($0, on: rig) == nil }
        var missing = scenarios.filter { !rig.plays($0) }
        unattended = total - missing.count
        var (rig, parts, additions) = (rig, MissingPart.all(of: rig, for: scenarios), [Addition]())
        func best(of choices: [[MissingPart]]) -> Gain? {
            let gains = choices.map { Gain($0, to: rig, missing: missing) }
            return gains.max { $0.gained.count < $1.gained.count }.flatMap { $0.gained.isEmpty ? nil : $0 }
        }
        while !missing.isEmpty {
            // Some parts are worth nothing alone, such as an adapter without an accessory.
            let pairs = { parts.indices.flatMap { one in parts[..<one].map { [$0, parts[one]] } } }
            guard let next = best(of: parts.map { [$0] }) ?? best(of: pairs()) else { break }
            rig = next.rig
            parts.removeAll { part in next.parts.contains { $0.what == part.what } }
            missing.removeAll { scenario in next.gained.contains { $0.name == scenario.name } }
            let options = next.parts.compactMap(\.option)
            additions.append(
                Addition(
                    what: next.parts.map(\.what).joined(separator: ", with "),
                    option: options.count == next.parts.count ? options.joined(separator: " ") : nil,
                    adds: next.gained.count, total: total - missing.count))
        }
        self.additions = additions
        var reasons: [String: Int] = [:]
        for scenario in missing {
            reasons[rig.reasonNotToPlay(scenario, isAttended: false) ?? "", default: 0] += 1
        }
        obstacles = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}

/// The scenarios that a rig plays with some parts more.
private struct Gain {
    let parts: [MissingPart]
    let rig: Rig
    let gained: [Scenario]

    init(_ parts: [MissingPart], to rig: Rig, missing: [Scenario]) {
        let changed = parts.reduce(rig) { $1.added(to: $0) }
        (self.parts, self.rig, gained) = (parts, changed, missing.filter(changed.plays))
    }
}

/// A part that could be added to a rig.
private struct MissingPart {
    let what: String
    let option: String?
    private let add: (Rig) -> Rig

    func added(to rig: Rig) -> Rig { add(rig) }

    /// Returns everything that a hardware rig could have and does not, so that it needs no person.
    static func all(of rig: Rig, for scenarios: [Scenario]) -> [MissingPart] {
        guard rig.kind == .hardware else { return [] }
        var parts: [MissingPart] = []
        func add(_ what: String, _ option: String, _ spec: String) {
            parts.append(
                MissingPart(what: what, option: "--port \(option)") { rig in
                    // A part that another one made superfluous changes nothing.
                    (try? rig.replacing(spec)) ?? rig
                })
        }
        if rig.bluetooth == .none { add("a Bluetooth adapter", "bluetooth=hci0", "bluetooth=hci0") }
        if rig.uwb == .none { add("a UWB kit", "uwb=usb:1915:520f", "uwb=usb:1915:520f") }
        if rig.nfc == .none { add("an NFC reader", "nfc=pn532_uart:PATH", "nfc=pn532_uart:/dev/reader") }
        if rig.nfc != .none, rig.readerCable == .none {
            add("the USB port of the reader", "nfc.cable=usb:LOCATION", "nfc.cable=usb:1-1")
        }
        if rig.errorByHand != nil || rig.motion == .none {
            add("a program that moves the phone", "motion=program:PATH", "motion=program:/motion")
        }
        for entry in rig.accessories where entry.reference == nil {
            let name = entry.name.rawValue
            if entry.power == .hand || entry.power == .none {
                add(
                    "a program that switches the power of \(name)", "\(name).power=program:PATH",
                    "\(name).power=program:/power")
            }
            if entry.console == .none {
                add("the console of \(name)", "\(name).console=serial:PATH", "\(name).console=serial:/dev/console")
            }
            for radio in Radio.allCases where entry.air[radio] == .none && (radio == .uwb || !entry.port.isOnNetwork) {
                let role = "\(name).air.\(radio.rawValue)"
                add("a program that blocks the \(radio) of \(name)", "\(role)=program:PATH", "\(role)=program:/air")
            }
            let lacks = AccessoryParts(AccessoryParts.all.parts.subtracting(entry.parts))
            if !lacks.parts.isEmpty {
                add(
                    "\(name) with \(lacks.parts.map(\.rawValue).sorted().joined(separator: ", "))",
                    "\(name).has=\(AccessoryParts.all)", "\(name).has=\(AccessoryParts.all)")
            }
        }
        for entry in rig.tags where !entry.isReference && entry.port == .hand {
            add("a program that presents \(entry.name)", "\(entry.name)=program:PATH", "\(entry.name)=program:/tag")
        }
        return parts + named(of: rig, for: scenarios)
    }

    /// Returns the accessories that scenarios name and the rig does not have, and all such tags as one part.
    private static func named(of rig: Rig, for scenarios: [Scenario]) -> [MissingPart] {
        let needs = scenarios.flatMap(\.needs).reduce(into: [Need]()) { if !$0.contains($1) { $0.append($1) } }
        var (parts, tags) = ([MissingPart](), [TagEntry]())
        for need in needs {
            switch need {
            case .accessory(let name) where !rig.accessories.contains { $0.name == name }:
                let entry = AccessoryEntry(
                    name, .le(.name(name.rawValue)), console: .serial(path: "/dev/\(name)", baud: 115_200),
                    power: .program(path: "/\(name)"), has: .all)
                parts.append(
                    MissingPart(what: "another accessory, \(name)", option: nil) { $0.adding(accessories: [entry]) })
            case .tag(let name) where !rig.tags.contains { $0.name == name }:
                tags.append(TagEntry(name, .program(path: "/\(name)")))
            default: break
            }
        }
        guard let first = tags.first else { return parts }
        let what = tags.count == 1 ? "the tag \(first.name)" : "\(tags.count) more tags, such as \(first.name)"
        return parts + [MissingPart(what: "\(what), presented by a program", option: nil) { $0.adding(tags: tags) }]
    }
}

extension Rig {
    fileprivate func plays(_ scenario: Scenario) -> Bool { reasonNotToPlay(scenario, isAttended: false) == nil }
}
