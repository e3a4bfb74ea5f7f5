import RigKit

extension Rig {
    /// An example of a bench with real devices: copy it and describe the devices on your desk.
    ///
    /// The UWB kit is a Qorvo DWM3001CDK, the reader a PN532 on a USB serial converter. A person walks, holds the
    /// tags to the reader and power-cycles the door when the program asks for it. If the door's console is wired, add
    /// `console: .serial(path: "/dev/ttyUSB1", baud: 115_200)`.
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
