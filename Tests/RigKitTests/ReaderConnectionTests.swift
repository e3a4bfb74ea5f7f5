import RigKit
import Rigs
import Testing

@Suite struct ReaderConnectionTests {
    @Test(
        "connection strings that libnfc accepts are accepted",
        arguments: [
            "pn532_uart:/dev/ttyUSB0", "pn532_uart:/dev/ttyUSB0:115200",
            "pn532_uart:/dev/serial/by-id/usb-1a86_USB-if00",
            "pn53x_usb", "pn53x_usb:001:004", "acr122_usb", "acr122_usb:003:005", "acr122_usb:001", "usb",
            "pn532_i2c:/dev/i2c-1", "pn532_spi:/dev/spidev0.0", "pn532_spi:/dev/spidev0.0:500000", "acr122s:/dev/ttyS0",
            "arygon:/dev/ttyS0:9600",
        ])
    func taken(text: String) throws {
        let port = try NFCPort(text)
        #expect(port == .libnfc(text) && port.description == text)
        #expect(try Rig.deskBench.replacing(role: "nfc", with: text).problems() == [])
    }

    @Test(
        "connection strings that libnfc cannot use are refused with what to write",
        arguments: [
            ("pn532_uart", "here pn532_uart:/dev/ttyUSB0"), ("pn532_uart:ttyUSB0", "here pn532_uart:/dev/ttyUSB0"),
            ("pn532_uart:/dev/a:b:115200", "a path holds no colon"),
            ("pn532_uart:/dev/ttyUSB0:115201", "the rate is one of"),
            ("pn532_uart:/dev/ttyUSB0:", "the rate is one of"), ("pn532_uart:/", "here pn532_uart:/dev/ttyUSB0"),
            ("pn532_urat:/dev/ttyUSB0", "did you mean pn532_uart"), ("acr122:001:002", "did you mean acr122s"),
            ("acr122_usb:", "here acr122_usb, or acr122_usb:001:004"), ("acr122_usb:1:2:3", "acr122_usb:001:004"),
            ("acr122_usb:/dev/x", "acr122_usb:001:004"), ("pn53x_usb:+1", "pn53x_usb:001:004"),
            ("pn53x_usb:0001", "pn53x_usb:001:004"), ("pn532_i2c:/dev/i2c-1:9600", "here pn532_i2c:/dev/i2c-1"),
            ("pn532_spi:/dev/spidev0.0:fast", "the speed is a number"),
            ("pn532_spi:/dev/spidev0.0:0", "the speed is a number"),
            ("pcsc:ACS", "Debian's libnfc has no driver pcsc"), ("acr122_pcsc", "write acr122_usb, and stop pcscd"),
            ("zzzzzzzz:/dev", "the drivers are pn532_uart, pn532_i2c"), (":", "write a reader as libnfc does"),
        ])
    func refused(text: String, meaning: String) {
        do {
            Issue.record("\(text) was read as \(try NFCPort(text))")
        } catch {
            #expect(error.description.contains(meaning), "it says: \(error)")
        }
    }

    @Test("a rig whose reader libnfc cannot find says so before it is brought up")
    func problems() {
        let desk = Rig.deskBench
        let rig = Rig(
            name: "made", summary: "Made", kind: .hardware, bluetooth: desk.bluetooth, uwb: desk.uwb,
            nfc: .libnfc("pn532:/dev/x"), accessories: desk.accessories, tags: desk.tags, motion: desk.motion)
        #expect(rig.problems().map(\.message).contains { $0.hasPrefix("nfc: \"pn532:/dev/x\": write a reader") })
    }
}
