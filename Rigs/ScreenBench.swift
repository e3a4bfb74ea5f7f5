import RigKit

extension Rig {
    /// An example of a bench with a real screen: a person sits before it and does what the program says.
    ///
    /// Name the interface that is in the screen's network, here or with `--port tv=network:wlan0`. Where the screen's
    /// console is wired, write `console: .serial(path: "/dev/ttyUSB1", baud: 115_200)` beside it.
    public static let screenBench = Rig(
        name: "screenBench", summary: "a screen in the network of an interface, and a person before it",
        kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none, accessories: [], tags: [], motion: .none,
        screens: [ScreenEntry("tv", .network(interface: "eth0"))])
}
