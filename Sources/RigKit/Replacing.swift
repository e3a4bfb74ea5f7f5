import Ground

extension Rig {
    /// The four roles that every rig has, as `--port` names them.
    public static let roles = ["bluetooth", "uwb", "nfc", "motion"]

    /// Everything that `--port` can replace on this rig: the four roles, accessories, other phones, screens and tags,
    /// each accessory's console, power, parts and the air to it, and each screen's console and part.
    public var replaceable: [String] {
        Self.roles + accessories.map(\.name.rawValue) + phones.map(\.name.rawValue)
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
        switch role {
        case "bluetooth":
            let port = try BluetoothPort(spec)
            let reached = port == .none ? accessories.filter(\.port.isOnNetwork) : nil
            return changed(
                bluetooth: port, accessories: reached, phones: port == .simulated ? nil : [])
        case "uwb": return changed(uwb: try UWBPort(spec))
        case "nfc":
            let port = try NFCPort(spec)
            return changed(nfc: port, tags: port == .none ? [] : nil)
        case "motion": return changed(motion: try MotionPort(spec))
        default: break
        }
        if let entries = try replacedAccessories(role, spec) { return changed(accessories: entries) }
        if let index = phones.firstIndex(where: { $0.name.rawValue == role }) {
            var entries = phones
            entries[index] = PeerEntry(entries[index].name, try PeerPort(spec))
            return changed(phones: entries)
        }
        if let entries = try replacedScreens(role, spec) { return changed(screens: entries) }
        if let index = tags.firstIndex(where: { $0.name.rawValue == role }) {
            var entries = tags
            entries[index].port = try TagPort(spec)
            return changed(tags: entries)
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
        changed(accessories: self.accessories + accessories, tags: self.tags + tags)
    }

    private func changed(
        bluetooth: BluetoothPort? = nil, uwb: UWBPort? = nil, nfc: NFCPort? = nil,
        accessories: [AccessoryEntry]? = nil, tags: [TagEntry]? = nil, motion: MotionPort? = nil,
        phones: [PeerEntry]? = nil, screens: [ScreenEntry]? = nil
    ) -> Rig {
        Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth ?? self.bluetooth, uwb: uwb ?? self.uwb,
            nfc: nfc ?? self.nfc, accessories: accessories ?? self.accessories, tags: tags ?? self.tags,
            motion: motion ?? self.motion, world: world, phones: phones ?? self.phones,
            screens: screens ?? self.screens)
    }
}
