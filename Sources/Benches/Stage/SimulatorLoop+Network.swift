import Ground
import Links
import OperatingSystem
import Simulators

// Accessories on the network: their connections, and whether they accept one.
extension SimulatorLoop {
    mutating func serveListeners() {
        for (name, listener) in listeners {
            let now = clock.now
            for event in listener.handleReady(at: now) {
                switch event {
                case .connected where surroundings.advertisement(of: name) == nil: listener.abort()
                case .connected: carryOut(surroundings.connected(name, at: now))
                case .bytes(let bytes): carryOut(surroundings.receive(bytes, for: name, at: now))
                case .disconnected: carryOut(surroundings.disconnected(name, at: now))
                }
            }
        }
    }

    /// An accessory that is off hears nothing; one with a connected phone takes that phone's next connection.
    mutating func settleListeners() {
        for (name, listener) in listeners {
            let isOffered = surroundings.advertisement(of: name) != nil
            if isOffered, listener.isSilent { listener.vanish() }
            let offer: AccessoryListener.Offer =
                if !surroundings.isOn(name) { .unheard } else if isOffered || listener.hasLink { .accepted } else {
                    .refused
                }
            do throws(RigFault) {
                try listener.settle(offer)
            } catch {
                mailbox.post(.fault(.stage, error), by: clock)
            }
        }
    }
}
