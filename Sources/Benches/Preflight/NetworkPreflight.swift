import Links
import RigKit
import ScenarioKit

/// What stands between a live bench and the accessories on the network.
enum NetworkPreflight {
    /// Why an accessory that is needed cannot be reached; nil when none of them is on the network.
    static func obstacle(on rig: Rig, needs: [Need]) -> RigFault? {
        let entry = rig.accessories.first { $0.port.isOnNetwork && needs.contains(.accessory($0.name)) }
        return entry.map { entry in
            RigFault(
                "\(entry.name) is on the network (\(entry.port)), and this program connects to accessories there on "
                    + "simulated rigs alone",
                remedy: "Take the rig simulated with --port \(entry.name)=simulated:link=lan, or reach it over "
                    + "Bluetooth LE with --port \(entry.name)=le:name=Door")
        }
    }
}
