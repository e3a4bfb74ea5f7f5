import Links
import Testing

@testable import NFCDriver

@Suite("Explanations for a reader that did not open")
struct NFCFaultTextTests {
    private static let free = ReaderObstacles()
    private static let taken = ReaderObstacles(kernelModules: ["pn533_usb", "pn533", "nfc"], hasPCSCD: true)

    @Test(
        "libnfc's messages lead to known remedies",
        arguments: [
            (
                "acr122_usb", "Unable to claim USB interface (Device or resource busy)", taken,
                "modprobe -r pn533_usb pn533"
            ),
            (
                "acr122_usb", "Unable to claim USB interface (Device or resource busy)", taken,
                "systemctl stop pcscd.socket"
            ),
            ("acr122_usb", "LIBUSB_ERROR_BUSY", free, "End the program that has it"),
            (
                "acr122_usb", "Unable to set alternate setting on USB interface (Connection timed out)", taken,
                "modprobe"
            ),
            ("acr122_usb:001:004", "it did not open in time", free, "Unplug the reader"),
            ("acr122_usb", "no NFC reader answers", taken, "pcscd"),
            ("acr122_usb", "Too small reply", free, "firmware"),
            ("acr122_usb", "Unable to open device (Operation not permitted)", free, "plugdev"),
            ("pn532_uart:/dev/ttyUSB0", "Permission denied", free, "dialout"),
            ("pn532_uart:/dev/ttyAMA0", "no NFC reader answers", free, "its switches choose HSU (serial)"),
            ("pn532_uart:/dev/ttyAMA0", "Unable to read ACK", free, "RX and TX are crossed"),
            ("pn532_uart:/dev/ttyAMA0", "the NFC reader did not get ready: Timeout", free, "switch it off and on"),
            ("pn532_uart:/dev/ttyAMA0", "the NFC reader did not tell what it is", free, "switch it off and on"),
            ("pn532_i2c:/dev/i2c-1", "no NFC reader answers", free, "its switches choose I2C"),
            ("pn532_spi:/dev/spidev0.0", "no NFC reader answers", free, "its switches choose SPI"),
            ("pn53x_usb", "its helper was ended by signal 11", taken, "modprobe"),
        ])
    func remedies(port: String, how: String, obstacles: ReaderObstacles, words: String) {
        let fault = ReaderFaults.unopened(port, how, obstacles)
        #expect(fault.what == "the NFC reader at \(port) did not open: \(how)")
        #expect(fault.remedy.contains(words), "\(fault.remedy)")
    }

    @Test("the kernel's own drivers are found in its list of modules, in the order in which they can be removed")
    func modules() {
        let text =
            "nfc 131072 1 pn533, Live 0x0\npn533 57344 1 pn533_usb, Live 0x0\n"
            + "pn533_usb 20480 0 - Live 0x0\nnfcsim 1 0\n"
        #expect(ReaderObstacles(procModules: text, hasPCSCD: false).kernelModules == ["pn533_usb", "pn533", "nfc"])
        #expect(ReaderObstacles(procModules: "", hasPCSCD: false) == ReaderObstacles())
        #expect(ReaderObstacles(procModules: "nfc_digital 1 0\n", hasPCSCD: true).kernelModules.isEmpty)
    }
}
