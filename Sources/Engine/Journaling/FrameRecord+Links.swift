public import Ground
public import Journal
public import Links

extension FrameRecord {
    /// What goes out, as the journal keeps it.
    public init(_ outbound: Outbound, number: Int, at instant: Instant) {
        let (kind, bytes, note) = Self.content(of: outbound)
        self.init(
            number: number, instant: instant, direction: .outbound, link: outbound.link.description, kind: kind,
            bytes: bytes, note: note)
    }

    /// What comes in, as the journal keeps it; nil for a fault, which has an entry of its own.
    public init?(_ arrival: Arrival, number: Int) {
        guard let (kind, bytes, note) = Self.content(of: arrival.inbound) else { return nil }
        self.init(
            number: number, instant: arrival.instant, direction: .inbound, link: arrival.inbound.link.description,
            kind: kind, bytes: bytes, note: note)
    }

    private static func content(of outbound: Outbound) -> (String, [UInt8], String) {
        switch outbound {
        case .bluetooth(_, .connect(let limit)): ("connect", [], "within \(limit)")
        case .bluetooth(_, .frame(let bytes)): ("att", bytes, "")
        case .bluetooth(_, .find(let limit)): ("find", [], "within \(limit)")
        case .bluetooth(_, .pair): ("pair", [], "")
        case .bluetooth(_, .forget): ("forget", [], "")
        case .bluetooth(_, .disconnect): ("disconnect", [], "")
        case .kit(.open), .reader(.open): ("open", [], "")
        case .kit(.bytes(let bytes)): ("uci", bytes, "")
        case .kit(.close), .reader(.close): ("close", [], "")
        case .reader(.poll): ("poll", [], "")
        case .reader(.exchange(let bytes, _)): ("tag command", bytes, "")
        case .reader(.checkPresence): ("presence", [], "")
        case .stage(.place(let name, let distance)): ("place", [], "\(name) at \(distance)")
        case .stage(.move(let name, let from, let to, let speed)):
            ("move", [], "\(name) from \(from) to \(to) at \(speed)")
        case .stage(.present(let tag)): ("present", [], tag.rawValue)
        case .stage(.remove(let tag)): ("remove", [], tag.rawValue)
        case .stage(.tearAway(let tag, let answers)): ("tear away", [], "\(tag) after \(answers) answers")
        case .stage(.swap(let tag, let other)): ("swap", [], "\(tag) for \(other)")
        case .stage(.readerTrouble(let trouble, let begins)):
            ("reader trouble", [], "\(trouble.rawValue) \(begins ? "begins" : "ends")")
        case .stage(.dropLink(let name)): ("drop link", [], name.rawValue)
        case .stage(.power(let name, let act)): ("power", [], "\(name), \(act.rawValue)")
        case .stage(.silenceUWB(let name, let isOn)): ("silence", [], "\(name) \(isOn ? "silenced" : "heard again")")
        }
    }

    private static func content(of inbound: Inbound) -> (String, [UInt8], String)? {
        switch inbound {
        case .bluetooth(_, .frame(let bytes)): ("att", bytes, "")
        case .bluetooth(_, .discovered(let advertisement)):
            ("discovered", [], "\(advertisement.address) \(advertisement.name ?? "without a name")")
        case .bluetooth(_, .connected(let address)): ("connected", [], "\(address)")
        case .bluetooth(_, .connectFailed(let reason)): ("connect failed", [], reason)
        case .bluetooth(_, .disconnected(let reason)): ("disconnected", [], "\(reason)")
        case .bluetooth(_, .encrypted(let security)): ("encrypted", [], "\(security)")
        case .bluetooth(_, .pairingBegan): ("pairing began", [], "")
        case .bluetooth(_, .pairingFailed(let reason)): ("pairing failed", [], reason)
        case .bluetooth(_, .connectionParametersRequested(let parameters)): ("parameters", [], "\(parameters)")
        case .bluetooth(_, .finding(let finding)): ("finding", [], "\(finding)")
        case .kit(.opened(let name)), .reader(.opened(let name)): ("opened", [], name)
        case .kit(.bytes(let bytes)): ("uci", bytes, "")
        case .reader(.tagFound(let identity)): ("tag found", identity.uid, "")
        case .reader(.tagsFound(let tags)): ("tags found", tags.flatMap(\.uid), "\(tags.count) tags")
        case .reader(.lost(let reason)): ("reader lost", [], reason)
        case .reader(.noTag): ("no tag", [], "")
        case .reader(.response(let bytes)): ("tag response", bytes, "")
        case .reader(.exchangeFailed(let reason)): ("exchange failed", [], reason)
        case .reader(.readerFailed(let reason)): ("reader failed", [], reason)
        case .reader(.tagPresent): ("tag present", [], "")
        case .reader(.tagAbsent): ("tag absent", [], "")
        case .stage(.arrived(let name)): ("arrived", [], name.rawValue)
        case .stage(.presented(let tag)): ("presented", [], tag.rawValue)
        case .stage(.removed(let tag)): ("removed", [], tag.rawValue)
        case .stage(.powered(let name)): ("powered", [], name.rawValue)
        case .console(_, let line): ("console", [], line)
        case .fault: nil
        }
    }
}
