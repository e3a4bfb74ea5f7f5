import Ground

extension Rig {
    /// The four roles that every rig has, as `--port` names them.
    public static let roles = ["bluetooth", "uwb", "nfc", "motion"]

    /// Everything that `--port` can replace on this rig: the four roles, the reader's cable, accessories, other phones,
    /// screens and tags, each accessory's console, power, parts and the air to it, and each screen's console and part.
    public var replaceable: [String] {
        Self.roles + ["nfc.cable"] + accessories.map(\.name.rawValue) + phones.map(\.name.rawValue)
            + screens.map(\.name.rawValue) + tags.map(\.name.rawValue)
            + accessories.flatMap { entry in
                ["console", "power", "has", "air.ble", "air.uwb"].map { "\(entry.name).\($0)" }
            }
            + screens.flatMap { ["\($0.name).console", "\($0.name).has"] }
    }

    /// Returns the rig with one port replaced for one run: `rig.replacing(role: "uwb", with: "usb:1915:520f")`.
    ///
    /// `none` for Bluetooth removes all accessories that are not on the network, any port but `simulated` removes the
    /// other phones, and `none` for NFC removes the tags; scenarios that need them are skipped. Throws an error with
    /// near misses for a role that the rig does not have, or with what to write for a text that is not a port.
    public func replacing(role: String, with spec: String) throws(PortError) -> Rig {
        var rig = self
        switch role {
        case "bluetooth":
            rig.bluetooth = try BluetoothPort(spec)
            if rig.bluetooth == .none { rig.accessories = accessories.filter(\.port.isOnNetwork) }
            if rig.bluetooth != .simulated { rig.phones = [] }
            return rig
        case "uwb":
            rig.uwb = try UWBPort(spec)
            return rig
        case "nfc":
            rig.nfc = try NFCPort(spec)
            if rig.nfc == .none { (rig.tags, rig.readerCable) = ([], .none) }
            return rig
        case "nfc.cable":
            rig.readerCable = try CablePort(spec)
            return rig
        case "motion":
            rig.motion = try MotionPort(spec)
            return rig
        default: break
        }
        if let entries = try replacedAccessories(role, spec) {
            rig.accessories = entries
            return rig
        }
        if let index = phones.firstIndex(where: { $0.name.rawValue == role }) {
            rig.phones[index] = PeerEntry(phones[index].name, try PeerPort(spec))
            return rig
        }
        if let entries = try replacedScreens(role, spec) {
            rig.screens = entries
            return rig
        }
        if let index = tags.firstIndex(where: { $0.name.rawValue == role }) {
            rig.tags[index].port = try TagPort(spec)
            return rig
        }
        let hint = suggestion(for: role, in: replaceable)
        throw PortError(
            role,
            "the rig \(name) has no such role\(hint.isEmpty ? ": it has " + replaceable.joined(separator: ", ") : hint)"
        )
    }

    private func replacedAccessories(_ role: String, _ spec: String) throws(PortError) -> [AccessoryEntry]? {
        var entries = accessories
        for (index, entry) in entries.enumerated() {
            switch role {
            case entry.name.rawValue: entries[index].port = try AccessoryPort(spec)
            case "\(entry.name).console": entries[index].console = try ConsolePort(spec)
            case "\(entry.name).power": entries[index].power = try PowerPort(spec)
            case "\(entry.name).has": entries[index].has = try AccessoryParts(spec)
            case "\(entry.name).air.ble": entries[index].air.ble = try AirPort(spec)
            case "\(entry.name).air.uwb": entries[index].air.uwb = try AirPort(spec)
            default: continue
            }
            return entries
        }
        return nil
    }

    private func replacedScreens(_ role: String, _ spec: String) throws(PortError) -> [ScreenEntry]? {
        var entries = screens
        for (index, entry) in entries.enumerated() {
            switch role {
            case entry.name.rawValue:
                entries[index] = ScreenEntry(
                    entry.name, try ScreenPort(spec), console: entry.console, has: entry.has)
            case "\(entry.name).console":
                entries[index] = ScreenEntry(
                    entry.name, entry.port, console: try ConsolePort(spec), has: entry.has)
            case "\(entry.name).has":
                let part = ScreenPart(rawValue: spec)
                guard part != nil || spec == "none" else {
                    throw PortError("\(role)=\(spec)", "a screen has game, or none")
                }
                guard part != nil || entry.port.model == nil else {
                    throw PortError("\(role)=\(spec)", "a simulated screen always has the game")
                }
                entries[index] = ScreenEntry(entry.name, entry.port, console: entry.console, has: part)
            default: continue
            }
            return entries
        }
        return nil
    }

    /// Returns the rig with several ports replaced, in any order.
    ///
    /// Parts such as `door.has` are applied after the ports they belong to, and the four roles last, so
    /// `bluetooth=none` removes only accessories that end up off the network.
    public func replacing(_ assignments: [String]) throws(PortError) -> Rig {
        func turn(_ assignment: String) -> Int {
            let role = assignment.prefix { $0 != "=" }
            return Self.roles.contains(String(role)) ? 2 : role.contains(".") ? 1 : 0
        }
        var rig = self
        for wanted in 0...2 {
            for assignment in assignments where turn(assignment) == wanted { rig = try rig.replacing(assignment) }
        }
        return rig
    }

    /// Reads `ROLE=SPEC`, as given to `--port`.
    public func replacing(_ assignment: String) throws(PortError) -> Rig {
        guard let equals = assignment.firstIndex(of: "=") else {
            throw PortError(assignment, "write a role and its port: bluetooth=hci1")
        }
        let spec = assignment[assignment.index(after: equals)...]
        return try replacing(role: String(assignment[..<equals]), with: String(spec))
    }

    /// Returns the rig with further accessories and tags.
    public func adding(accessories: [AccessoryEntry] = [], tags: [TagEntry] = []) -> Rig {
        var rig = self
        rig.accessories += accessories
        rig.tags += tags
        return rig
    }
}
