import RigKit

extension Rig {
    /// An example of a bench with real devices: copy it and write down what is on your desk.
    ///
    /// The UWB kit is a Qorvo DWM3001CDK, the reader a PN532 on a USB serial converter. A person walks and holds the
    /// tags to the reader when the program asks for it, and switches the door off and on. Where the door's console is
    /// wired, write `console: .serial(path: "/dev/ttyUSB1", baud: 115_200)` beside it.
    public static let deskBench = Rig(
        name: "deskBench", summary: "an adapter, a DWM3001CDK and a PN532 on a desk, moved by hand", kind: .hardware,
        bluetooth: .adapter(0), uwb: .usb(vendor: 0x1915, product: 0x520F, serial: nil),
        nfc: .libnfc("pn532_uart:/dev/ttyUSB0"),
        accessories: [AccessoryEntry("door", .le(.name("Door")), power: .hand)],
        tags: [
            TagEntry("doorTag", .hand), TagEntry("posterTag", .hand), TagEntry("lockedTag", .hand),
            TagEntry("blankTag", .hand),
        ],
        motion: .hand)
}
