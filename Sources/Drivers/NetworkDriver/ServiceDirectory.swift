internal import Ground
internal import Links

/// A host's publications, searches and resolutions, and the resulting calls of Avahi's daemon (its D-Bus interface,
/// version 0.8). It does no I/O.
///
/// Requests outlive the daemon: when it returns, they are all repeated.
struct ServiceDirectory {
    /// A call to the daemon.
    struct Call: Hashable {
        let path: String
        let interface: String
        let member: String
        let values: [BusValue]
        fileprivate let purpose: Purpose
    }

    enum Effect: Hashable {
        case call(Call)
        case tell(NetworkEvent)
    }

    fileprivate enum Purpose: Hashable {
        case group(UInt32)
        case service(UInt32)
        case newName(UInt32)
        case browser(UInt32)
        case address(UInt32, AddressFamily)
        case nothing
    }

    private struct Published {
        var wanted: ServicePublication
        var name: String
        var group: String?
        var isEstablished = false
    }

    private struct Search {
        let type: String
        var browser: String?
        var found: Set<ServiceInstance> = []
        /// Whether an excess of instances was reported.
        var isFull = false
    }

    private struct Resolution {
        let instance: ServiceInstance
        var waitsFor: Set<AddressFamily> = Set(AddressFamily.allCases)
        var answer: ResolvedService?
        var deadline = Instant.never
    }

    /// The time an answer waits for the addresses of the other family.
    static let patience = Lapse.milliseconds(100)
    private static let prefix = "org.freedesktop.Avahi."
    /// The maximum number of renamings, one for each time the network reports that a name is taken.
    private static let mostNames = 100
    /// The maximum number of instances per search, counted per interface and family.
    static let mostFound = 1_024

    private var isUp = false
    private var published: [UInt32: Published] = [:]
    private var searches: [UInt32: Search] = [:]
    private var resolutions: [UInt32: Resolution] = [:]
    private var names = 0

    /// The next instant at which `advance` has work to do.
    var deadline: Instant { resolutions.values.map(\.deadline).min() ?? .never }

    // MARK: What is asked

    mutating func publish(_ number: UInt32, _ wanted: ServicePublication) -> [Effect] {
        if let why = wanted.trouble { return [.tell(.fault(.badPublication(wanted.name, why)))] }
        published[number] = Published(wanted: wanted, name: wanted.name)
        return isUp ? [newGroup(number)] : []
    }

    mutating func update(_ number: UInt32, _ txt: TXTRecord) -> [Effect] {
        guard var entry = published[number] else { return [] }
        if let why = txt.trouble { return [.tell(.fault(.badPublication(entry.name, why)))] }
        entry.wanted.txt = txt
        published[number] = entry
        guard let group = entry.group else { return [] }
        let place: [BusValue] = [.int32(Self.index(entry.wanted.interface)), .int32(-1), .uint32(0)]
        let names: [BusValue] = [.text(entry.name), .text(entry.wanted.type), .text("")]
        return [
            call(group, "EntryGroup", "UpdateServiceTxt", place + names + [.strings(txt.strings)], .service(number))
        ]
    }

    mutating func withdraw(_ number: UInt32) -> [Effect] {
        guard let entry = published.removeValue(forKey: number), let group = entry.group else { return [] }
        return [call(group, "EntryGroup", "Free", [], .nothing)]
    }

    mutating func search(_ number: UInt32, _ type: String) -> [Effect] {
        guard ServicePublication.isType(type) else {
            return [.tell(.fault(.badPublication(type, "a type has the form _name._tcp")))]
        }
        searches[number] = Search(type: type)
        return isUp ? [newBrowser(number, type)] : []
    }

    mutating func endSearch(_ number: UInt32) -> [Effect] {
        guard let browser = searches.removeValue(forKey: number)?.browser else { return [] }
        return [call(browser, "ServiceBrowser", "Free", [], .nothing)]
    }

    mutating func resolve(_ number: UInt32, _ instance: ServiceInstance) -> [Effect] {
        guard isUp else { return [.tell(.unresolved(number))] }
        resolutions[number] = Resolution(instance: instance)
        return AddressFamily.allCases.map { family in
            call(
                "/", "Server", "ResolveService",
                [
                    .int32(Self.index(instance.interface)), .int32(Self.code(instance.family)), .text(instance.name),
                    .text(instance.type), .text(instance.domain), .int32(Self.code(family)), .uint32(0),
                ], .address(number, family))
        }
    }

    // MARK: The daemon

    /// Handles a new daemon, by repeating all requests.
    mutating func begin() -> [Effect] {
        isUp = true
        return published.keys.sorted().map { newGroup($0) }
            + searches.sorted { $0.key < $1.key }.map { newBrowser($0.key, $0.value.type) }
    }

    /// Handles the loss of the daemon, and with it of all publications and results.
    mutating func end() -> [Effect] {
        isUp = false
        var effects: [Effect] = []
        for number in published.keys {
            published[number]?.group = nil
            published[number]?.isEstablished = false
        }
        for number in searches.keys.sorted() {
            searches[number]?.browser = nil
            for instance in searches[number]?.found.sorted(by: { $0.name < $1.name }) ?? [] {
                effects.append(.tell(.vanished(number, instance)))
            }
            searches[number]?.found = []
            searches[number]?.isFull = false
        }
        for number in resolutions.keys.sorted() { effects.append(.tell(.unresolved(number))) }
        resolutions = [:]
        return effects
    }

    mutating func advance(to now: Instant) -> [Effect] {
        var effects: [Effect] = []
        for number in resolutions.keys.sorted() where resolutions[number].map({ $0.deadline <= now }) == true {
            guard let answer = resolutions.removeValue(forKey: number)?.answer else { continue }
            effects.append(.tell(.resolved(number, answer)))
        }
        return effects
    }

    /// Takes the daemon's answer to a call.
    mutating func receive(_ values: [BusValue], to call: Call, at now: Instant) -> [Effect] {
        switch call.purpose {
        case .group(let number):
            guard let group = values.first?.text else { return [] }
            guard published[number] != nil else { return [self.call(group, "EntryGroup", "Free", [], .nothing)] }
            published[number]?.group = group
            return addService(number)
        case .newName(let number):
            guard let new = values.first?.text, let old = published[number]?.name else { return [] }
            published[number]?.name = new
            return [.tell(.renamed(number, from: old, to: new))] + addService(number)
        case .browser(let number):
            guard let browser = values.first?.text else { return [] }
            guard searches[number] != nil else {
                return [self.call(browser, "ServiceBrowser", "Free", [], .nothing)]
            }
            searches[number]?.browser = browser
            return [self.call(browser, "ServiceBrowser", "Start", [], .nothing)]
        case .address(let number, let family):
            return answer(number, family, Self.answer(values, for: resolutions[number]?.instance), at: now)
        case .service, .nothing: return []
        }
    }

    /// Takes the daemon's refusal of a call, with the name of the error.
    mutating func receive(error: String, to call: Call, at now: Instant) -> [Effect] {
        switch call.purpose {
        case .service(let number):
            let isTaken = error == Self.prefix + "CollisionError" || error == Self.prefix + "LocalCollisionError"
            return isTaken ? rename(number) : [.tell(.fault(.daemonRefused(call.member, error)))]
        case .address(let number, let family): return answer(number, family, nil, at: now)
        // A group or browser freed in the meantime is already gone.
        case .nothing: return []
        case .group, .newName, .browser: return [.tell(.fault(.daemonRefused(call.member, error)))]
        }
    }

    mutating func receive(signal member: String, interface: String, path: String, _ values: [BusValue]) -> [Effect] {
        switch (interface, member) {
        case (Self.prefix + "EntryGroup", "StateChanged"):
            guard let number = published.first(where: { $0.value.group == path })?.key,
                let state = values.first?.number
            else { return [] }
            return groupChanged(number, to: state, values.last?.text ?? "")
        case (Self.prefix + "ServiceBrowser", "ItemNew"), (Self.prefix + "ServiceBrowser", "ItemRemove"):
            guard let number = searches.first(where: { $0.value.browser == path })?.key,
                let instance = Self.instance(values)
            else { return [] }
            if member == "ItemNew" { return found(instance, by: number) }
            guard searches[number]?.found.remove(instance) != nil else { return [] }
            searches[number]?.isFull = false
            return [.tell(.vanished(number, instance))]
        case (Self.prefix + "ServiceBrowser", "Failure"):
            guard searches.contains(where: { $0.value.browser == path }) else { return [] }
            return [.tell(.fault(.daemonRefused("ServiceBrowser", values.first?.text ?? "")))]
        default: return []
        }
    }

    // MARK: Parts

    private mutating func found(_ instance: ServiceInstance, by number: UInt32) -> [Effect] {
        guard let search = searches[number], !search.found.contains(instance) else { return [] }
        guard search.found.count < Self.mostFound else {
            guard !search.isFull else { return [] }
            searches[number]?.isFull = true
            return [.tell(.fault(.tooManyFound(search.type, Self.mostFound)))]
        }
        searches[number]?.found.insert(instance)
        return [.tell(.found(number, instance))]
    }

    private mutating func groupChanged(_ number: UInt32, to state: Int64, _ error: String) -> [Effect] {
        switch state {
        case 2:
            guard let entry = published[number], !entry.isEstablished else { return [] }
            published[number]?.isEstablished = true
            return [.tell(.published(number, name: entry.name))]
        case 3:
            guard let group = published[number]?.group else { return [] }
            return [call(group, "EntryGroup", "Reset", [], .nothing)] + rename(number)
        case 4: return [.tell(.fault(.daemonRefused("EntryGroup", error)))]
        // Uncommitted, or the daemon is probing whether the name is taken.
        default: return []
        }
    }

    private mutating func rename(_ number: UInt32) -> [Effect] {
        guard let entry = published[number] else { return [] }
        published[number]?.isEstablished = false
        names += 1
        guard names <= Self.mostNames else {
            return [.tell(.fault(.badPublication(entry.name, "every name is taken")))]
        }
        return [call("/", "Server", "GetAlternativeServiceName", [.text(entry.name)], .newName(number))]
    }

    private func addService(_ number: UInt32) -> [Effect] {
        guard let entry = published[number], let group = entry.group else { return [] }
        let wanted = entry.wanted
        return [
            call(
                group, "EntryGroup", "AddService",
                [
                    .int32(Self.index(wanted.interface)), .int32(-1), .uint32(0), .text(entry.name), .text(wanted.type),
                    .text(""), .text(""), .uint16(wanted.port), .strings(wanted.txt.strings),
                ], .service(number)),
            // If the service was refused, the group is empty and this call is refused too.
            call(group, "EntryGroup", "Commit", [], .nothing),
        ]
    }

    private mutating func answer(
        _ number: UInt32, _ family: AddressFamily, _ answer: ResolvedService?, at now: Instant
    ) -> [Effect] {
        guard var entry = resolutions[number] else { return [] }
        entry.waitsFor.remove(family)
        if let answer {
            let addresses = (entry.answer?.addresses ?? []) + answer.addresses
            entry.answer = ResolvedService(
                instance: answer.instance, host: answer.host,
                addresses: addresses.filter { $0.host.contains(":") } + addresses.filter { !$0.host.contains(":") },
                txt: answer.txt)
            entry.deadline = now + Self.patience
        }
        resolutions[number] = entry
        guard entry.waitsFor.isEmpty else { return [] }
        resolutions[number] = nil
        return [.tell(entry.answer.map { .resolved(number, $0) } ?? .unresolved(number))]
    }

    private func newGroup(_ number: UInt32) -> Effect { call("/", "Server", "EntryGroupNew", [], .group(number)) }

    private func newBrowser(_ number: UInt32, _ type: String) -> Effect {
        // The browser reports nothing before it is started, so nothing arrives before its path is known.
        call(
            "/", "Server2", "ServiceBrowserPrepare",
            [.int32(-1), .int32(-1), .text(type), .text(""), .uint32(0)], .browser(number))
    }

    private func call(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue], _ purpose: Purpose
    ) -> Effect {
        .call(
            Call(
                path: path, interface: Self.prefix + interface, member: member, values: values, purpose: purpose))
    }

    /// Returns Avahi's index of an interface; -1 means all.
    private static func index(_ interface: UInt32?) -> Int32 { interface.map { Int32(clamping: $0) } ?? -1 }

    /// Returns Avahi's code for a family.
    private static func code(_ family: AddressFamily) -> Int32 { family == .v4 ? 0 : 1 }

    private static func family(_ code: Int64) -> AddressFamily { code == 0 ? .v4 : .v6 }

    /// Decodes `ItemNew` and `ItemRemove`: interface, protocol, name, type, domain, flags.
    private static func instance(_ values: [BusValue]) -> ServiceInstance? {
        guard values.count >= 5, let interface = values[0].number, let code = values[1].number,
            let interface = UInt32(exactly: interface), let name = values[2].text, let type = values[3].text,
            let domain = values[4].text, ServicePublication.isName(name)
        else { return nil }
        return ServiceInstance(name: name, type: type, domain: domain, interface: interface, family: family(code))
    }

    /// The loopback's index in every network namespace.
    private static let loopback: UInt32 = 1

    /// Returns whether an address in the format of `inet_ntop` refers to this host.
    private static func isOfThisHost(_ address: String) -> Bool {
        let plain = address.hasPrefix("::ffff:") ? address.dropFirst(7) : address[...]
        return plain.hasPrefix("127.") || plain.hasPrefix("0.") || ["::", "::1"].contains(plain)
    }

    /// Decodes `ResolveService`: interface, protocol, name, type, domain, host, address protocol, address, port, TXT,
    /// flags.
    private static func answer(_ values: [BusValue], for instance: ServiceInstance?) -> ResolvedService? {
        guard let instance, values.count >= 10, let host = values[5].text, let address = values[7].text,
            let port = values[8].number, let port = UInt16(exactly: port), let txt = values[9].strings,
            let interface = values[0].number, let interface = UInt32(exactly: interface),
            txt.allSatisfy({ $0.count <= TXTRecord.longest }),
            interface == loopback || !isOfThisHost(address)
        else { return nil }
        let isLinkLocal = address.lowercased().hasPrefix("fe80:")
        return ResolvedService(
            instance: instance, host: host,
            addresses: [NetworkAddress(isLinkLocal ? "\(address)%\(interface)" : address, port)],
            txt: TXTRecord(txt))
    }
}

extension ServicePublication {
    /// The reason why it cannot be published; nil if there is none.
    var trouble: String? {
        if !Self.isName(name) { return "its name has \(name.utf8.count) octets, not 1 to 63" }
        if let place = name.utf8.firstIndex(where: { $0 < 32 || $0 == 127 }) {
            let offset = name.utf8.distance(from: name.startIndex, to: place)
            return "byte \(offset) of its name is a control character"
        }
        if !Self.isType(type) { return "its type \(type) has not the form _name._tcp" }
        if port == 0 { return "its port is 0" }
        return txt.trouble
    }

    /// Returns whether a text is a DNS label: 1 to 63 octets (RFC 6763 section 4.1.1).
    static func isName(_ text: String) -> Bool { (1...63).contains(text.utf8.count) }

    /// Returns whether a text is `_name._tcp` or `_name._udp`, with a name of 1 to 15 letters, digits and dashes (RFC
    /// 6335 section 5.1).
    static func isType(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "_tcp" || parts[1] == "_udp", parts[0].first == "_" else { return false }
        let name = parts[0].dropFirst().utf8
        return (1...15).contains(name.count)
            && name.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
