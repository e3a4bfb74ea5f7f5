import Links
public import NetworkDriver
import OperatingSystem

/// What one live bench leaves to the next, because bringing it up takes seconds: the simulated network of screens.
///
/// A network is left only by a bench that gave it no trouble, and its screens' daemon is started anew: nobody finds in
/// the next run what was there in the last. For one thread.
public final class BenchStock {
    private var network: SimulatedLAN?
    /// Where each bench writes its agents' secrets of TLS; nil for nowhere.
    let keyLog: KeyLog?

    /// Nothing is left yet; `keyLog` is for all benches, and is closed by whoever made it.
    public init(keyLog: KeyLog? = nil) { self.keyLog = keyLog }

    deinit { close() }

    /// The network that was left, or a new one.
    func takeNetwork(in folder: String) throws(RigFault) -> SimulatedLAN {
        if let left = network {
            network = nil
            if (try? left.renew()) != nil { return left }
            left.close()
        }
        return try SimulatedLAN(in: folder, clock: MonotonicClock())
    }

    /// Takes a network in; safe to call again with the same.
    func leave(_ network: SimulatedLAN) {
        guard self.network !== network else { return }
        guard self.network == nil, !network.wasTroubled, !network.isRemembered else { return network.close() }
        network.rest()
        self.network = network
    }

    /// Takes down what was left; safe to call again.
    public func close() {
        network?.close()
        network = nil
    }
}
