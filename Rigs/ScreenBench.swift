import RigKit

extension Rig {
    /// An example of a bench with a real screen: a person at the screen follows the program's instructions.
    ///
    /// Name the interface on the screen's network, here or with `--port tv=network:wlan0`. If the screen's console is
    /// wired, add `console: .serial(path: "/dev/ttyUSB1", baud: 115_200)`.
    public static let screenBench = Rig(
        name: "screenBench", summary: "a screen in the network of an interface, and a person before it",
        kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none, accessories: [], tags: [], motion: .none,
        screens: [ScreenEntry("tv", .network(interface: "eth0"))])
}
