import ApplicationServices
import Ground

/// The lines a simulated screen prints: its picker's acts, and each state of its connections with Apple's name for it
/// (network.md, section 5).
extension SimulatedScreen {
    /// Returns the line about an event; nil for one that it does not print.
    func line(about effect: ScreenEffect) -> String? {
        switch effect {
        case .offered(let devices):
            let names = devices.isEmpty ? "nobody" : devices.map(\.name).joined(separator: ", ")
            return "picker lists \(names)".escapedForDisplay
        case .prompting: return "picker waits for the person at the device"
        case .picked: return "picker has an endpoint"
        case .pickerEnded(let end): return "picker ended: \(end)".escapedForDisplay
        case .transition(let transition):
            return "connection \(transition.object.number) \(shown(transition.state))"
        case .parked(let object):
            return build.has(.printsReadyEarly) ? "connection \(object.number) ready" : nil
        case .finding(let finding): return "warning: \(finding.meaning)".escapedForDisplay
        case .open, .send, .close, .hello, .frame, .unsent: return nil
        }
    }

    private func shown(_ state: ConnectionState) -> String {
        guard build.has(.printsNumbers), case .failed = state else { return state.description }
        // Darwin's number for ECONNABORTED, regardless of the error.
        return "failed(53)"
    }
}
