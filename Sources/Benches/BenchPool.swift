import Links
public import NetworkDriver
import OperatingSystem

/// The parts that one live bench passes on to the next, because bringing them up takes seconds: the simulated network
/// of screens.
///
/// A bench passes its network on only if it worked, and the screens' daemon is restarted, so that nothing in the next
/// run sees what was there before. For use on one thread.
public final class BenchPool {
    private var network: SimulatedLAN?
    /// The file to which each bench writes its agents' TLS secrets; nil for none.
    let keyLog: KeyLog?

    /// Creates an empty stock; `keyLog` is for all benches, and its creator closes it.
    public init(keyLog: KeyLog? = nil) { self.keyLog = keyLog }

    deinit { close() }

    /// Returns the network in stock, or a new one.
    func takeNetwork(in folder: String) throws(RigFault) -> SimulatedLAN {
        if let left = network {
            network = nil
            if (try? left.renew()) != nil { return left }
            left.close()
        }
        return try SimulatedLAN(in: folder, clock: MonotonicClock())
    }

    /// Puts a network into the stock; safe to call again with the same one.
    func leave(_ network: SimulatedLAN) {
        guard self.network !== network else { return }
        guard self.network == nil, !network.wasTroubled, !network.isRemembered else { return network.close() }
        network.rest()
        self.network = network
    }

    /// Takes down what is in the stock; safe to call again.
    public func close() {
        network?.close()
        network = nil
    }
}
