public import Ground
public import Links
import UWB

extension Phone {
    /// Ends everything in order: ranging stopped, accessories asked to stop, links closed. See `isQuiet`.
    public mutating func shutDown(at now: Instant) -> [PhoneEffect] {
        isShuttingDown = true
        tamperings.removeAll()
        delayed.removeAll { _ in true }
        var effects = carryOut(nearby.windDown(at: now), at: now)
        for index in companions.indices { effects += stopRanging(for: index, after: .zero, at: now) }
        effects += carryOut(tags.close(), at: now) + companionDevices.shutDown()
        return effects + continueShutDown()
    }

    /// Stops waiting for accessories that do not report that they stopped.
    public mutating func hangUp() -> [PhoneEffect] {
        hangsUp = true
        return continueShutDown()
    }

    /// The links that `shutDown` is waiting for.
    public var openEnds: [LinkID] {
        (kitSessions.isEmpty && host?.isClosingSessions != true ? [] : [.kit])
            + channels.filter(\.isUp).map(\.link)
    }

    /// Forgets a link that is gone: it cannot be ended in order, and nothing more is expected of it.
    mutating func forget(_ link: LinkID, at now: Instant) -> [PhoneEffect] {
        if link == .kit {
            kitSessions.removeAll()
            host?.abandon()
        }
        guard let index = channels.firstIndex(where: { $0.link == link }) else { return [] }
        let name = companions[index].name
        channels[index].abandon()
        return carryOut(nearby.channelLost(to: name, at: now), at: now)
    }

    /// Whether nothing is left to wait for after `shutDown`.
    public var isQuiet: Bool {
        kitSessions.isEmpty && host?.isClosingSessions != true
            && channels.indices.allSatisfy { !channels[$0].isUp }
    }

    /// Disconnects from accessories that have reported that they stopped.
    mutating func continueShutDown() -> [PhoneEffect] {
        guard isShuttingDown else { return [] }
        var effects: [PhoneEffect] = []
        for index in channels.indices {
            let name = companions[index].name
            guard channels[index].isUp, hangsUp || !nearby.isBusy(name), !companions[index].isToldToDisconnect
            else { continue }
            companions[index].isToldToDisconnect = true
            effects += channels[index].disconnect().compactMap { effect in
                if case .request(let request) = effect { .send(request) } else { nil }
            }
        }
        return effects
    }

    /// Returns the index of the accessory or other phone of that name.
    ///
    /// By index, here and elsewhere: an element taken out of the array is copied whole.
    func place(of name: AccessoryName) -> Int? { companions.indices.first { companions[$0].name == name } }

    func companion(_ name: AccessoryName) -> Int {
        guard let index = place(of: name) else {
            preconditionFailure("the phone has no accessory \(name)")
        }
        return index
    }
}
