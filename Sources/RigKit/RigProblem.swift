import Ground

/// A fault in a rig that the type checker cannot see.
public struct RigProblem: Codable, Hashable, Sendable {
    /// The name of the rig.
    public let rig: String
    /// The problem and its remedy, without a full stop.
    public let message: String
}

extension RigProblem: CustomStringConvertible {
    /// The message on one line, after the name of the rig.
    public var description: String { "rig \(rig): \(message)" }
}

extension Rig {
    /// Returns everything wrong in the rig that the type checker cannot see, all problems at once.
    public func problems() -> [RigProblem] {
        (nameProblems() + kindProblems() + portProblems() + referenceProblems() + firmwareProblems() + airProblems()
            + tagProblems() + worldProblems())
            .map { RigProblem(rig: name, message: $0) }
    }

    private func nameProblems() -> [String] {
        var found: [String] = []
        if name.isEmpty { found.append("it has no name") }
        var taken = Self.roles
        let names = accessories.map(\.name.rawValue) + phones.map(\.name.rawValue)
        for part in names + screens.map(\.name.rawValue) + tags.map(\.name.rawValue) {
            if part.isEmpty || part.contains(where: { $0 == "=" || $0 == "." || $0.isWhitespace }) {
                found.append(
                    "\"\(part.escapedForDisplay)\" cannot stand before the = of --port: use letters and digits")
            } else if Self.roles.contains(part) {
                found.append("\(part) is the name of a role: call the accessory or tag something else")
            } else if taken.contains(part) {
                found.append("two things on the bench are called \(part)")
            }
            taken.append(part)
        }
        return found
    }

    /// Firmware is written into real accessories only.
    private func firmwareProblems() -> [String] {
        accessories.flatMap { entry -> [String] in
            guard let tool = entry.firmware else { return [] }
            let misplaced = kind == .hardware ? [] : ["\(entry.name) is simulated: nothing can be written into it"]
            return misplaced + tool.problems.map { "the firmware of \(entry.name): \($0)" }
        }
    }

    /// The radios of real accessories can be blocked, as far as they have them.
    private func airProblems() -> [String] {
        accessories.flatMap { entry -> [String] in
            guard entry.air != AirPorts() else { return [] }
            if kind != .hardware { return ["\(entry.name) is simulated: its simulator blocks its radios"] }
            guard entry.port.isOnNetwork, entry.air.ble != .none else { return [] }
            return ["\(entry.name) is on the network: it has no Bluetooth to block"]
        }
    }

    /// A simulated or virtual bench has only simulated parts, a hardware bench none.
    private func kindProblems() -> [String] {
        var parts: [(role: String, isSimulated: Bool, isNone: Bool)] = [
            ("bluetooth", bluetooth == .simulated, bluetooth == .none),
            ("uwb", uwb.isSimulated, uwb == .none),
            ("nfc", nfc == .simulated, nfc == .none),
            ("motion", motion == .simulated, motion == .none),
        ]
        for entry in accessories {
            if case .simulated = entry.port {
                parts.append((entry.name.rawValue, true, false))
            } else {
                parts.append((entry.name.rawValue, false, false))
            }
            parts.append(("\(entry.name).console", entry.console == .simulated, entry.console == .none))
            parts.append(("\(entry.name).power", entry.power == .simulated, entry.power == .none))
        }
        for entry in screens {
            parts.append((entry.name.rawValue, entry.port.model != nil, false))
            parts.append(("\(entry.name).console", entry.console == .simulated, entry.console == .none))
        }
        parts += tags.map { ($0.name.rawValue, $0.port.isSimulated, false) }
        let wanted = kind != .hardware
        let opaque =
            wanted
            ? []
            : phones.map {
                "\($0.name) is played by the rig, which a hardware rig cannot: the tokens of real phones are opaque"
            }
        return opaque
            + parts.filter { !$0.isNone && $0.isSimulated != wanted }.map { part in
                wanted
                    ? "\(part.role) is real, but the rig is \(kind): write simulated or use a hardware rig"
                    : "\(part.role) is simulated, but the rig is hardware: name the real one, or use the virtual rig"
            }
    }

    private func portProblems() -> [String] {
        var found: [String] = []
        if case .adapter(let index) = bluetooth, UInt16(exactly: index) == nil {
            found.append("bluetooth cannot be adapter number \(index)")
        }
        if case .libnfc(let connection) = nfc {
            do throws(PortError) { try ReaderConnection.check(connection) } catch { found.append("nfc: \(error)") }
        }
        if readerCable != .none, kind != .hardware || nfc == .none {
            found.append("nfc.cable is for a real reader: omit it")
        }
        if bluetooth == .none, let unreached = accessories.first(where: { !$0.port.isOnNetwork }) {
            found.append("\(unreached.name) cannot be reached without bluetooth")
        }
        found += screenProblems() + consoleProblems()
        for entry in phones { found += entry.port.model.problems.map { "\(entry.name) \($0)" } }
        for (index, entry) in accessories.enumerated() {
            for other in accessories[..<index] {
                let isSame =
                    switch (entry.port, other.port) {
                    case (.simulated(let one), .simulated(let two)): one.looksLike(two)
                    case (.le(let one, _), .le(let two, _)): one.overlaps(two)
                    case (.lan(let one), .lan(let two)): one.overlaps(two)
                    case (.simulated, .le), (.le, .simulated), (.lan, _), (_, .lan): false
                    }
                let place = entry.port.isOnNetwork ? "on the network" : "in the air"
                if isSame { found.append("\(other.name) and \(entry.name) cannot be distinguished \(place)") }
            }
            if case .simulated(let model) = entry.port { found += model.problems.map { "\(entry.name) \($0)" } }
            if let problem = entry.port.ownChannel?.problem { found.append("\(entry.name)'s data channel: \(problem)") }
        }
        return found
    }

    /// The distances at which a reference can be measured reliably.
    private static let referenceDistances = Distance.millimetres(100)...Distance.metres(10)

    private func referenceProblems() -> [String] {
        let references = accessories.filter { $0.reference != nil }
        var found = references.compactMap { entry -> String? in
            guard let distance = entry.reference, !Self.referenceDistances.contains(distance) else { return nil }
            return "the reference \(entry.name) must be between 0.1 m and 10 m away, not \(distance)"
        }
        if references.count > 1 {
            found.append("\(references[0].name) and \(references[1].name) are both references: one is enough")
        }
        let tags = tags.filter(\.isReference)
        if tags.count > 1 { found.append("\(tags[0].name) and \(tags[1].name) are both references: one is enough") }
        return found
    }

    private func screenProblems() -> [String] {
        var found: [String] = []
        var first: (name: ScreenName, interface: String)?
        for entry in screens {
            guard case .network(let interface) = entry.port else { continue }
            if let first, first.interface != interface {
                found.append("\(first.name) and \(entry.name) are behind one interface each: a rig's screens share one")
            }
            first = first ?? (entry.name, interface)
        }
        return found
    }

    private func consoleProblems() -> [String] {
        var found: [String] = []
        var taken: [(name: String, source: String)] = []
        let printers =
            accessories.map { ($0.name.rawValue, $0.console) } + screens.map { ($0.name.rawValue, $0.console) }
        for (name, console) in printers {
            guard let source = console.source else { continue }
            for other in taken where other.source == source {
                found.append("\(other.name) and \(name) cannot both print on \(source)")
            }
            taken.append((name, source))
        }
        return found
    }

    private func tagProblems() -> [String] {
        var found: [String] = []
        if nfc == .none, !tags.isEmpty { found.append("\(tags[0].name) cannot be read without nfc") }
        for entry in tags {
            guard case .simulated(let model) = entry.port else { continue }
            found += model.problems().map { "\(entry.name): \($0)" }
        }
        return found
    }

    private func worldProblems() -> [String] {
        var found: [String] = []
        let shares = [
            ("lost", world.lossPermille), ("obstructed", world.nonLineOfSightPermille),
            ("lost behind an obstacle", world.nonLineOfSightLossPermille),
        ]
        for (what, share) in shares {
            if !(0...1000).contains(share) { found.append("\(share) of a thousand measurements cannot be \(what)") }
        }
        if world.noise < .zero { found.append("the noise cannot be negative") }
        if world.biasSpread < .zero { found.append("the spread of the bias cannot be negative") }
        if world.nonLineOfSightBias < .zero { found.append("an obstacle cannot shorten the way") }
        return found
    }
}

extension AccessoryModel {
    /// Everything wrong in it, each as the end of a sentence that begins with the accessory's name.
    public var problems: [String] {
        if let announces {
            guard link == .lan else { return ["is not on the network, and announces nothing there: write link=lan"] }
            guard NetworkSelector.isType(announces) else {
                let form = NetworkSelector.typeForm
                return ["announces itself as \"\(announces.shown())\", which is no \(form): _door._tcp"]
            }
        }
        if link == .lan, profile != nil {
            return ["has no GATT on the network: omit its profile, or its service, write and notify"]
        }
        if link == .lan, telling == .indications { return ["has no GATT on the network, and nothing to indicate"] }
        if link == .lan, firmware != nil { return ["has no GATT on the network to report its firmware: omit it"] }
        if let problems = firmware?.problems, !problems.isEmpty { return problems }
        guard let advertisedName, !(1...29).contains(advertisedName.utf8.count) else { return [] }
        return ["must advertise a name of 1 to 29 bytes, not \(advertisedName.utf8.count)"]
    }
}
