import GATT
import Ground
import Links
import NearbyInteraction

/// Frames of the Bluetooth link, one after the other.
extension ScriptReader {
    mutating func sent(_ request: BluetoothRequest, _ frame: RecordedFrame) {
        switch request {
        case .connect, .find: if link == nil || request.isFind { searchBegan = frame.instant }
        case .frame(let bytes): asked(bytes, frame)
        case .pair: link?.isPairing = true
        case .forget: break
        case .disconnect: break
        }
    }

    mutating func received(_ event: BluetoothEvent, _ frame: RecordedFrame) {
        switch event {
        case .discovered(let advertisement): heard(advertisement, at: frame.instant)
        case .connectFailed: searchFailed(at: frame.instant)
        case .connected:
            connections += 1
            firstConnection = firstConnection ?? frame.instant
            link = Link()
            give(.connected, at: frame.instant)
        case .frame(let bytes): told(bytes, frame)
        case .encrypted(let security):
            let attempt = RecordedKeys.Attempt(connection: connections, succeeded: true)
            if security.isBonded { script.keys.uses.append(attempt) } else { paired(attempt, at: frame.instant) }
            link?.isEncrypted = true
            give(.encrypted, at: frame.instant)
        case .pairingFailed:
            paired(RecordedKeys.Attempt(connection: connections, succeeded: false), at: frame.instant)
        case .connectionParametersRequested(let wanted): acted(.requestParameters(wanted), at: frame.instant)
        case .finding, .pairingBegan: break
        case .disconnected(let reason): ended(reason, at: frame.instant)
        }
    }

    // MARK: Heard, or not

    private mutating func heard(_ advertisement: Advertisement, at instant: Instant) {
        heard(
            AdvertisedContent(
                name: advertisement.name, services: advertisement.services, interval: .milliseconds(100)), at: instant)
    }

    /// Records that it could be heard, or on the network connected to, with its advertisement.
    mutating func heard(_ content: AdvertisedContent, at instant: Instant) {
        var epoch = script.epochs.current
        epoch.content = epoch.content ?? content
        let wait = instant - max(searchBegan ?? instant, epoch.began)
        switch epoch.silence {
        case .unknown:
            let isLate = wait > Self.longestAnswer
            epoch.silence = .lasts(isLate ? instant - epoch.began - content.interval : .zero)
        case .forever: epoch.silence = .lasts(max(searchBegan ?? instant, epoch.began) - epoch.began)
        case .lasts: break
        }
        script.epochs.current = epoch
        searchBegan = nil
    }

    /// Records that a search was given up.
    mutating func searchFailed(at instant: Instant) {
        defer { searchBegan = nil }
        guard let began = searchBegan else { return }
        let isTelling = instant - max(began, script.epochs.current.began) >= Self.longestAnswer
        if isTelling, script.epochs.current.silence == .unknown { script.epochs.current.silence = .forever }
    }

    // MARK: The link

    private mutating func paired(_ attempt: RecordedKeys.Attempt, at instant: Instant) {
        script.keys.pairings.append(attempt)
        if link?.isPairing == false, link?.wasRefused == false { acted(.requestSecurity, at: instant) }
        link?.isPairing = false
    }

    /// Records the end of the link, and the side that ended it.
    mutating func ended(_ reason: DisconnectReason, at instant: Instant) {
        guard let link else { return }
        let waited = link.asked.map { instant - $0.instant } ?? .zero
        switch reason {
        case .remote, .reset, .other:
            if let asked = link.asked {
                answered(.hangUp(after: instant - asked.instant))
            } else {
                acted(.hangUp, at: instant)
            }
        case .supervisionTimeout, .unacknowledged:
            if waited >= Self.longestAnswer { answered(.silence) }
            if !link.isCut { acted(.loseLink, at: instant) }
        case .authentication:
            script.keys.uses.append(RecordedKeys.Attempt(connection: connections, succeeded: false))
        case .local: if waited >= Self.longestAnswer { answered(.silence) }
        }
        self.link = nil
        searchBegan = nil
        // An accessory without power does not notice the link's end, and returns after its boot.
        if case .power = last.cue { return }
        give(.disconnected, at: instant)
        script.epochs.begin(.disconnected, at: instant)
    }

    // MARK: PDUs

    private mutating func asked(_ bytes: [UInt8], _ frame: RecordedFrame) {
        guard link != nil else { return }
        let pdu = try? ATTPDU(decoding: bytes)
        if ATTOpcode(rawValue: bytes.first ?? 0).kind == .request {
            // A request before the answer to the last one: the phone has given up the last one.
            if link?.asked != nil { answered(.silence) }
            link?.asked = (RequestKey(bytes, ids: ids), bytes, frame.instant)
        }
        guard let pdu else { return }
        if case .exchangeMTURequest(let mtu) = pdu { link?.offeredMTU = mtu }
        guard let (handle, value) = link?.assembly.take(pdu) else { return }
        written(value, at: handle, frame)
    }

    /// Records a value written by the phone, or a message if there are no handles.
    mutating func written(_ value: [UInt8], at handle: AttributeHandle, _ frame: RecordedFrame) {
        let cue = Cue.written(handle, WrittenValue(value, ids: ids))
        give(cue, at: frame.instant)
        link?.written = (handle.rawValue, value)
        if isConfiguration(handle) {
            link?.subscribed.removeAll { $0 == handle.rawValue }
            if value.first.map({ $0 & 3 != 0 }) == true { link?.subscribed.append(handle.rawValue) }
            return
        }
        keep(
            RecordedMessage(
                frame: frame.number, instant: frame.instant, wait: .zero, value: value, handle: handle.rawValue))
        let answers: [UInt8: UInt8] = [
            ids.initialize: ids.accessoryConfigurationData, ids.configureAndStart: ids.uwbDidStart,
            ids.stop: ids.uwbDidStop,
        ]
        if let answer = value.first.flatMap({ answers[$0] }) {
            link?.unanswered.removeAll { $0.answer == answer }
            link?.unanswered.append((answer, last))
        }
    }

    private func isConfiguration(_ handle: AttributeHandle) -> Bool {
        database.descriptors.contains { $0.handle == handle && $0.type == .clientCharacteristicConfiguration }
    }

    private mutating func told(_ bytes: [UInt8], _ frame: RecordedFrame) {
        guard link != nil else { return }
        let opcode = ATTOpcode(rawValue: bytes.first ?? 0)
        let pdu = try? ATTPDU(decoding: bytes)
        switch opcode.kind {
        case .response: responded(bytes, pdu, frame)
        case .notification, .indication: notified(bytes, pdu, frame)
        case .confirmation: break
        case .request, .command: acted(.frame(bytes, nil, isLong: isLong(bytes)), at: frame.instant)
        }
    }

    private func isLong(_ bytes: [UInt8]) -> Bool { bytes.count > Int(link?.mtu ?? ATTBearer.minimumMTU) }

    private mutating func responded(_ bytes: [UInt8], _ pdu: ATTPDU?, _ frame: RecordedFrame) {
        guard let asked = link?.asked else {
            return acted(.frame(bytes, nil, isLong: isLong(bytes)), at: frame.instant)
        }
        let delay = frame.instant - asked.instant
        let isEcho =
            asked.bytes.first == ATTOpcode.prepareWriteRequest.rawValue
            && bytes.first == ATTOpcode.prepareWriteResponse.rawValue && bytes.dropFirst() == asked.bytes.dropFirst()
        answered(isEcho ? .echo(after: delay) : .reply(bytes, after: delay))
        guard let pdu, let request = try? ATTPDU(decoding: asked.bytes) else { return }
        database.learn(pdu, to: request)
        switch pdu {
        case .exchangeMTUResponse(let mtu):
            script.ownMTU = max(ATTBearer.minimumMTU, mtu)
            if let offered = link?.offeredMTU { link?.mtu = max(ATTBearer.minimumMTU, min(offered, mtu)) }
        case .errorResponse(_, _, let code): if code.asksForPairing { link?.wasRefused = true }
        default: break
        }
    }

    private mutating func notified(_ bytes: [UInt8], _ pdu: ATTPDU?, _ frame: RecordedFrame) {
        var given: Given?
        var subscription: AttributeHandle?
        var echo: RecordedAct.Echo?
        switch pdu {
        case .notification(let handle, let value), .indication(let handle, let value):
            if let place = link?.unanswered.firstIndex(where: { $0.answer == value.first }) {
                given = link?.unanswered.remove(at: place).given
            }
            if value.first == ids.accessoryConfigurationData {
                told = (handle.rawValue, bytes.first == ATTOpcode.indication.rawValue)
            }
            let isOn = link?.subscribed.contains { database.characteristic(configuredAt: $0) == handle } == true
            subscription = isOn ? handle : nil
            echo = self.echo(in: bytes)
        default: break
        }
        acted(
            .frame(bytes, echo, isLong: isLong(bytes)), after: given, at: frame.instant, subscription: subscription)
    }

    /// Returns the part of a notification that repeats the phone's last message, which may contain values drawn at
    /// random.
    func echo(in bytes: [UInt8]) -> RecordedAct.Echo? {
        guard let value = link?.written?.value, case .written = last.cue, value != WrittenValue(value, ids: ids).bytes
        else {
            return nil
        }
        for skipped in 0...1 {
            let wanted = value.dropFirst(skipped)
            guard bytes.count >= 3 + wanted.count else { continue }
            for start in 3...bytes.count - wanted.count where bytes[start..<start + wanted.count] == wanted {
                return RecordedAct.Echo(start: start, count: wanted.count, skipped: skipped)
            }
        }
        return nil
    }
}

extension BluetoothRequest {
    fileprivate var isFind: Bool { if case .find = self { true } else { false } }
}
