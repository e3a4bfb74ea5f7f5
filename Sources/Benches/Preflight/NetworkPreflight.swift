import Links
import NetworkDriver
import RigKit
import ScenarioKit

/// Obstacles between a live bench and devices on the network, as far as they show before anything is opened.
enum NetworkPreflight {
    /// Returns why a needed device cannot be reached; nil if none of them is on the network. Name lookup and routing
    /// are checked when the bench is opened.
    static func obstacle(on rig: Rig, needs: [Need]) -> RigFault? {
        for entry in rig.screens where needs.contains(.screen(entry.name)) {
            guard case .network(let interface) = entry.port else { continue }
            do throws(RigFault) { _ = try NetworkWay.addresses(on: interface) } catch { return error }
        }
        for entry in rig.accessories where needs.contains(.accessory(entry.name)) {
            switch (entry.port, rig.kind) {
            case (.lan, .virtual):
                return RigFault(
                    "\(entry.name) (\(entry.port)) is not on this bench, whose network has only its own devices",
                    remedy: "Take a hardware rig, or the bench's own accessory with "
                        + "--port \(entry.name)=simulated:link=lan")
            case (.lan, .hardware), (.lan, .simulated), (.simulated, _), (.le, _): continue
            }
        }
        return nil
    }
}
