import Ground
import Links

/// Devices that may disappear because the rig switches an accessory's power: its console, a kit on the same hub, and
/// its network address.
///
/// From the power request until `returnLimit` after the accessory has power again, a hang-up is no fault. The bench
/// reopens the device, and reports it if it is still missing at the limit.
struct PowerWindow {
    /// The time a device may take to return, counted from when the accessory has power again.
    static let returnLimit = Lapse.seconds(10)
    /// The time between two attempts to reopen a device.
    static let retry = Lapse.milliseconds(100)

    /// A device that is missing.
    struct Absence {
        let link: LinkID
        /// The accessory whose power took it away.
        let accessory: AccessoryName
        let since: Instant
        var nextTry: Instant
        /// The reason the last attempt failed, or the device went away.
        var reason: String
        /// Whether the reason is the rig's and not the accessory's.
        var isOfRig: Bool
    }

    private enum Power {
        case off
        case back(Instant)
    }

    private struct Switching {
        let name: AccessoryName
        var power: Power
        /// The devices that have gone away since the power was switched off.
        var lost: [LinkID] = []
        /// Whether one of them did so for the first time after the power had been reported back.
        var isLate = false
    }

    /// The accessories whose power was switched, in the order of their last switching.
    private var switchings: [Switching] = []
    private(set) var absences: [Absence] = []
    /// The accessory whose power went off only after it had been reported back, with the delay; taken once.
    private var lateness: (name: AccessoryName, delay: Lapse)?

    mutating func switchOff(_ name: AccessoryName) {
        switchings.removeAll { $0.name == name }
        switchings.append(Switching(name: name, power: .off))
    }

    mutating func switchOn(_ name: AccessoryName, at now: Instant) {
        guard let place = switchings.firstIndex(where: { $0.name == name }) else { return }
        switchings[place].power = .back(now)
    }

    /// The time of the next attempt.
    var nextTry: Instant { absences.map(\.nextTry).min() ?? .never }

    func isGone(_ link: LinkID) -> Bool { absences.contains { $0.link == link } }

    /// Returns the accessory whose power explains why a link is down now; nil if none does.
    ///
    /// A console and an address belong to one accessory. The rig does not say which hub the kit is on, so its loss is
    /// explained by the accessory that was switched last.
    func excuse(for link: LinkID, at now: Instant) -> AccessoryName? {
        switchings.last { switching in
            let name = switching.name
            let isMeant =
                switch link {
                case .kit: true
                case .console(name): true
                case .stream(let stream): stream.accessory == name
                case .bluetooth, .reader, .tag, .console, .stage, .discovery: false
                }
            return isMeant && now <= limit(of: name)
        }?.name
    }

    /// The deadline for devices that went away with an accessory's power.
    private func limit(of name: AccessoryName) -> Instant {
        switch switchings.first(where: { $0.name == name })?.power {
        case .off: .never
        case .back(let since): since + Self.returnLimit
        case nil: .start
        }
    }

    /// Records that a device went away or failed to reopen; returns false if nothing excuses it.
    mutating func noteLoss(
        of link: LinkID, because reason: String, isOfRig: Bool = true, at now: Instant
    ) -> Bool {
        if let place = absences.firstIndex(where: { $0.link == link }) {
            // Within one attempt, the rig's fault precedes its consequences.
            if isOfRig || !absences[place].isOfRig { absences[place].reason = reason }
            absences[place].isOfRig = absences[place].isOfRig || isOfRig
            absences[place].nextTry = now + Self.retry
            return true
        }
        guard let name = excuse(for: link, at: now) else { return false }
        noteFirstLoss(of: link, with: name, at: now)
        absences.append(
            Absence(
                link: link, accessory: name, since: now, nextTry: now + Self.retry, reason: reason, isOfRig: isOfRig))
        return true
    }

    /// With a switch that waits for the power, a device that loses it goes away before the power is reported back. One
    /// that goes away again later may have crashed with its accessory.
    private mutating func noteFirstLoss(of link: LinkID, with name: AccessoryName, at now: Instant) {
        switch link {
        case .kit, .console: break
        case .bluetooth, .reader, .tag, .stream, .stage, .discovery: return
        }
        guard let place = switchings.firstIndex(where: { $0.name == name }),
            !switchings[place].lost.contains(link)
        else { return }
        switchings[place].lost.append(link)
        guard case .back(let since) = switchings[place].power, !switchings[place].isLate else { return }
        switchings[place].isLate = true
        lateness = (name, now - since)
    }

    /// Returns the accessory whose power went off only after it had been reported back, once, with the delay.
    mutating func takeLateness() -> (name: AccessoryName, delay: Lapse)? {
        defer { lateness = nil }
        return lateness
    }

    /// Records that a device is back, and returns how long it was away; nil if it was not missing.
    @discardableResult mutating func noteReturn(of link: LinkID, at now: Instant) -> Lapse? {
        guard let place = absences.firstIndex(where: { $0.link == link }) else { return nil }
        return now - absences.remove(at: place).since
    }

    /// The devices to try now.
    func due(at now: Instant) -> [Absence] { absences.filter { $0.nextTry <= now && now <= limit(of: $0.accessory) } }

    /// Records that an attempt has begun; its outcome arrives later.
    mutating func noteTry(of link: LinkID, at now: Instant) {
        guard let place = absences.firstIndex(where: { $0.link == link }) else { return }
        absences[place].nextTry = now + Self.returnLimit
        absences[place].isOfRig = false
    }

    /// Delays the next attempt.
    mutating func postpone(_ link: LinkID, at now: Instant) {
        guard let place = absences.firstIndex(where: { $0.link == link }) else { return }
        absences[place].nextTry = now + Self.retry
    }

    /// Removes and returns a device that did not return in time.
    mutating func takeOverdue(at now: Instant) -> Absence? {
        absences.firstIndex { now > limit(of: $0.accessory) }.map { absences.remove(at: $0) }
    }

    /// The earliest deadline of the missing devices.
    var overdue: Instant { absences.map { limit(of: $0.accessory) }.min() ?? .never }
}
