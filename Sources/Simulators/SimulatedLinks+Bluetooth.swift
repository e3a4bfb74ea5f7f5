import Ground
import Links

/// Bluetooth between the phone and the accessories, without bytes below ATT: discovery, links, and their keys.
///
/// A phone that has a key encrypts as soon as a link is up, as phones do. A link whose other side has lost the key
/// ends with an authentication failure (bluez.md, section 1.6). Pairing is LE Secure Connections without user
/// confirmation.
extension SimulatedLinks {
    /// A frame waits for its connection event; a phone starts with an interval of 30 ms and soon uses 15.
    private static let frameDelay = (least: Lapse.milliseconds(2), spread: Lapse.milliseconds(11))
    private static let settingUp = (least: Lapse.milliseconds(30), spread: Lapse.milliseconds(30))
    private static let encrypting = (least: Lapse.milliseconds(60), spread: Lapse.milliseconds(30))
    private static let pairing = (least: Lapse.milliseconds(350), spread: Lapse.milliseconds(150))
    /// The initial value of iPhones (bluez.md, section 4.6).
    static let supervision = Lapse.milliseconds(720)

    func send(_ request: BluetoothRequest, to name: AccessoryName) {
        guard let place = peers.firstIndex(where: { $0.name == name }) else {
            // This bench has nothing of that name: it is never heard.
            switch request {
            case .connect(let limit), .find(let limit): fail(name, Self.notHeard(name, limit), after: limit)
            case .frame, .pair, .forget, .disconnect: break
            }
            return
        }
        switch request {
        case .connect(let limit):
            if peers[place].link == nil { search(place, connects: true, limit) }
        case .find(let limit): search(place, connects: false, limit)
        case .frame(let bytes): take(bytes, place)
        case .pair: encrypt(name)
        case .forget: peers[place].key = nil
        case .disconnect:
            if peers[place].link != nil {
                agenda.add(.bluetooth(name, .phoneHungUp), at: now + draw(Self.frameDelay))
            } else if peers[place].search != nil {
                endSearch(place)
                fail(name, "connecting was given up", after: .zero)
            }
        }
    }

    func happen(_ due: BluetoothDue, with name: AccessoryName) {
        guard let place = peers.firstIndex(where: { $0.name == name }) else { return }
        switch due {
        case .heard: heard(place)
        case .searchEnds:
            guard let search = peers[place].search else { return }
            endSearch(place)
            fail(name, Self.notHeard(name, search.limit), after: .zero)
        case .connected: connected(place)
        case .toAccessory(let bytes):
            if peers[place].link?.isDead == false { carryOut(surroundings.receive(bytes, for: name, at: now)) }
        case .accessoryHungUp: end(place, .remote)
        case .phoneHungUp: end(place, .local)
        case .supervisionTimeout: end(place, .supervisionTimeout)
        case .encrypted: encrypted(place)
        case .paired: paired(place)
        }
    }

    func post(_ event: BluetoothEvent, of name: AccessoryName, after delay: Lapse = .zero) {
        agenda.add(.inbound(.bluetooth(name, event)), at: now + delay)
    }

    private func fail(_ name: AccessoryName, _ reason: String, after delay: Lapse) {
        post(.connectFailed(reason), of: name, after: delay)
    }

    private static func notHeard(_ name: AccessoryName, _ limit: Lapse) -> String {
        "\(name) did not advertise within \(limit)"
    }

    private func draw(_ delay: (least: Lapse, spread: Lapse)) -> Lapse { delay.least + drawn(of: delay.spread) }

    private func drawn(of span: Lapse) -> Lapse { .nanoseconds(Int64(Double(span.nanoseconds) * radio.unit())) }

    // MARK: Finding and connecting

    private func search(_ place: Int, connects: Bool, _ limit: Lapse) {
        endSearch(place)
        peers[place].search = SimulatedPeer.Search(connects: connects, limit: limit, until: now + limit)
        agenda.add(.bluetooth(peers[place].name, .searchEnds), at: now + limit)
        listen(for: peers[place].name)
    }

    private func endSearch(_ place: Int) {
        let name = peers[place].name
        peers[place].search = nil
        agenda.removeAll { due in
            switch due {
            case .bluetooth(name, .heard), .bluetooth(name, .connected), .bluetooth(name, .searchEnds),
                .inbound(.bluetooth(name, .connectFailed)), .inbound(.bluetooth(name, .discovered)):
                true
            case .bluetooth, .network, .inbound, .toKit, .toConsole, .kitOpened: false
            }
        }
    }

    /// Schedules the next advertisement of an accessory that the phone is looking for.
    func listen(for name: AccessoryName) {
        guard let place = peers.firstIndex(where: { $0.name == name }), let search = peers[place].search,
            !search.isHeard, let content = surroundings.advertisement(of: name)
        else { return }
        peers[place].search?.isHeard = true
        agenda.add(.bluetooth(name, .heard), at: now + drawn(of: content.interval))
    }

    /// Cancels advertisements on their way that are no longer advertised.
    func falsify(_ name: AccessoryName) {
        guard let place = peers.firstIndex(where: { $0.name == name }), peers[place].search?.isHeard == true else {
            return
        }
        peers[place].search?.isHeard = false
        agenda.removeAll { due in
            switch due {
            case .bluetooth(name, .heard), .bluetooth(name, .connected): true
            case .bluetooth, .network, .inbound, .toKit, .toConsole, .kitOpened: false
            }
        }
    }

    private func heard(_ place: Int) {
        let name = peers[place].name
        guard let search = peers[place].search, let content = surroundings.advertisement(of: name) else {
            peers[place].search?.isHeard = false
            return
        }
        let advertisement = Advertisement(
            address: peers[place].address, rssi: -50, name: content.name, services: content.services)
        post(.discovered(advertisement), of: name)
        if search.connects {
            // A connection is requested in answer to a later advertisement.
            let delay = content.interval + draw(Self.settingUp)
            agenda.add(.bluetooth(name, .connected), at: now + delay)
        } else {
            peers[place].search = nil
            agenda.removeAll { if case .bluetooth(name, .searchEnds) = $0 { true } else { false } }
        }
    }

    private func connected(_ place: Int) {
        let name = peers[place].name
        peers[place].search = nil
        peers[place].link = SimulatedPeer.Link()
        agenda.removeAll { if case .bluetooth(name, .searchEnds) = $0 { true } else { false } }
        post(.connected(peers[place].address), of: name)
        carryOut(surroundings.connected(name, at: now))
        if peers[place].key != nil { encrypt(name) }
    }

    // MARK: The link

    private func take(_ bytes: [UInt8], _ place: Int) {
        guard let link = peers[place].link else { return }
        let arrival = max(now + draw(Self.frameDelay), link.arrivalAtAccessory)
        peers[place].link?.arrivalAtAccessory = arrival
        agenda.add(.bluetooth(peers[place].name, .toAccessory(bytes)), at: arrival)
    }

    /// Sends a frame of an accessory to the phone.
    func bring(_ bytes: [UInt8], from name: AccessoryName) {
        guard let place = peers.firstIndex(where: { $0.name == name }), let link = peers[place].link, !link.isDead
        else { return }
        let arrival = max(now + draw(Self.frameDelay), link.arrivalAtPhone)
        peers[place].link?.arrivalAtPhone = arrival
        agenda.add(.inbound(.bluetooth(name, .frame(bytes))), at: arrival)
    }

    /// Ends the link on the accessory's behalf, after its earlier frames.
    func hangUp(_ name: AccessoryName) {
        guard let link = peers.first(where: { $0.name == name })?.link else { return }
        agenda.add(.bluetooth(name, .accessoryHungUp), at: max(now + draw(Self.frameDelay), link.arrivalAtPhone))
    }

    /// Silences the accessory's radio: both sides notice after the supervision timeout.
    func loseLink(_ name: AccessoryName) {
        guard let place = peers.firstIndex(where: { $0.name == name }), peers[place].link?.isDead == false else {
            return
        }
        peers[place].link?.isDead = true
        dropFrames(of: name)
        agenda.add(.bluetooth(name, .supervisionTimeout), at: now + Self.supervision)
    }

    private func end(_ place: Int, _ reason: DisconnectReason) {
        guard peers[place].link != nil else { return }
        let name = peers[place].name
        peers[place].link = nil
        // Everything still on its way is lost with the link.
        dropFrames(of: name)
        agenda.removeAll { due in
            switch due {
            case .bluetooth(name, let due): due != .searchEnds && due != .heard
            case .bluetooth, .network, .inbound, .toKit, .toConsole, .kitOpened: false
            }
        }
        post(.disconnected(reason), of: name)
        carryOut(surroundings.disconnected(name, at: now))
    }

    private func dropFrames(of name: AccessoryName) {
        agenda.removeAll { due in
            switch due {
            case .inbound(.bluetooth(name, .frame)), .bluetooth(name, .toAccessory): true
            case .bluetooth, .network, .inbound, .toKit, .toConsole, .kitOpened: false
            }
        }
    }

    // MARK: Keys

    /// Encrypts a link with the phone's key, or pairs if there is none, at the request of either side.
    func encrypt(_ name: AccessoryName, forAccessory isAskedFor: Bool = false) {
        guard let place = peers.firstIndex(where: { $0.name == name }), let link = peers[place].link else { return }
        if let security = link.security { return post(.encrypted(security), of: name) }
        guard !link.isSecuring else { return }
        peers[place].link?.isSecuring = true
        let hasKey = peers[place].key != nil
        if isAskedFor, !hasKey { post(.pairingBegan, of: name) }
        agenda.add(
            .bluetooth(name, hasKey ? .encrypted : .paired),
            at: now + draw(hasKey ? Self.encrypting : Self.pairing))
    }

    private func encrypted(_ place: Int) {
        guard peers[place].link?.isDead == false else { return }
        guard let key = peers[place].key, surroundings.keepsBond(peers[place].name) else {
            return end(place, .authentication)
        }
        secure(place, LinkSecurity(isSecureConnections: key.isSecureConnections, isBonded: true, keySize: key.keySize))
    }

    private func paired(_ place: Int) {
        guard peers[place].link?.isDead == false else { return }
        guard surroundings.acceptsPairing(peers[place].name) else {
            peers[place].link?.isSecuring = false
            return post(.pairingFailed("the accessory refused to pair"), of: peers[place].name)
        }
        let security = LinkSecurity(isSecureConnections: true, isBonded: false)
        peers[place].key = security
        secure(place, security)
    }

    private func secure(_ place: Int, _ security: LinkSecurity) {
        let name = peers[place].name
        peers[place].link?.isSecuring = false
        peers[place].link?.security = security
        post(.encrypted(security), of: name)
        let outputs = surroundings.encryptionChanged(
            name, isEncrypted: true, isBonded: security.isBonded, at: now)
        carryOut(outputs)
    }
}
