import ApplicationServices
import Ground

/// What a simulated screen prints: what its picker does, and each state of its connections by the name that it has at
/// Apple's (network fact sheet, section 5).
extension SimulatedScreen {
    /// The line about something that happened; nil for what it does not print.
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
        // Darwin's number of ECONNABORTED, whatever it was.
        return "failed(53)"
    }
}
