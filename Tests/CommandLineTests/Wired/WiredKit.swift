import Benches
import Ground
import OperatingSystem
import UWB

/// A UCI kit on a pseudo-terminal that measures 1.50 m in every session.
final class WiredKit {
    private let terminal: PseudoTerminal
    private var device = UCIDevice(generation: .fira2)
    /// Whether nothing is heard of the accessory.
    var isBlocked = false
    private var rounds: [(session: UInt32, parameters: RangingParameters, due: Instant)] = []

    init(link: String) throws {
        terminal = try PseudoTerminal(link: link)
        carryOut(device.powerUp(at: .start), at: .start)
    }

    deinit { terminal.close() }

    var number: Int32 { terminal.master.number }

    func serve(at now: Instant) {
        if let bytes = try? terminal.master.read(upTo: 4096), !bytes.isEmpty {
            carryOut(device.receive(bytes, at: now), at: now)
        }
        carryOut(device.advance(to: now), at: now)
        for place in rounds.indices where rounds[place].due <= now {
            let (session, parameters, _) = rounds[place]
            rounds[place].due = now + .milliseconds(Int(parameters.rangingIntervalMilliseconds))
            let measured = parameters.peers.map { peer in
                isBlocked
                    ? TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 2)
                    : TWRMeasurement(peer: peer, distance: .metres(1.5))
            }
            carryOut(device.report(session: session, measurements: measured, at: now), at: now)
        }
    }

    private func carryOut(_ effects: [UCIDeviceEffect], at now: Instant) {
        for effect in effects {
            switch effect {
            case .send(let bytes): _ = try? terminal.master.write(bytes)
            case .sessionActive(let session, let parameters):
                rounds.removeAll { $0.session == session }
                rounds.append((session, parameters, now))
            case .sessionInactive(let session): rounds.removeAll { $0.session == session }
            case .finding: break
            }
        }
    }
}
