import Ground
import RigKit
import TestSupport
import Testing

@Suite("A reader's connection string")
struct ReaderConnectionTests {
    @Test(
        "every form that libnfc's drivers take is a reader",
        arguments: [
            ("pn532_uart:/dev/ttyUSB0", .pn532UART), ("pn532_uart:/dev/ttyUSB0:115200", .pn532UART),
            ("pn532_uart:/dev/serial/by-id/usb-0:9600", .pn532UART), ("pn53x_usb", .pn53xUSB),
            ("pn53x_usb:001", .pn53xUSB), ("pn53x_usb:001:004", .pn53xUSB), ("acr122_usb", .acr122USB),
            ("acr122_usb:003:005", .acr122USB), ("pn532_i2c:/dev/i2c-1", .pn532I2C),
            ("pn532_spi:/dev/spidev0.0", .pn532SPI), ("pn532_spi:/dev/spidev0.0:500000", .pn532SPI),
            ("acr122s:/dev/ttyS0", .acr122s), ("arygon:/dev/ttyUSB1:9600", .arygon),
        ] as [(String, ReaderConnection.Driver)])
    func good(text: String, driver: ReaderConnection.Driver) throws {
        #expect(try ReaderConnection(text).driver == driver)
        #expect(try NFCPort(text) == .libnfc(text))
        #expect(try NFCPort(text).description == text)
    }

    @Test(
        "a wrong one says what to write",
        arguments: [
            ("pn532_uart", "pn532_uart:/dev/ttyUSB0"), ("pn532_uart:", "the whole path"),
            ("pn532_uart:ttyUSB0", "the whole path"), ("pn532_uart:/", "the whole path"),
            ("pn532_uart:/dev/ttyUSB0:115201", "115200, 230400"), ("pn532_uart:/dev/ttyUSB0:fast", "is a number"),
            ("pn532_uart:/dev/ttyUSB0:", "is a number"), ("pn532_uart:/dev/ttyUSB0:9600:8N1", "cannot have a colon"),
            ("pn532_uart:/dev/tty USB0", "neither spaces"), ("pn532_uart:/dev/\u{1B}[2J", "neither spaces"),
            ("pn532_i2c:/dev/i2c-1:400000", "nothing follows"), ("pn532_spi:/dev/spidev0.0:0", "is a number"),
            ("pn53x_usb:1:2:3", "pn53x_usb:001:004"), ("acr122_usb:", "acr122_usb:001:004"),
            ("acr122_usb:072f", "as lsusb shows them"), ("feitian:x", "its drivers are"),
            ("pn532_uard:/dev/ttyUSB0", "did you mean pn532_uart"), ("usb", "write a reader as libnfc does"),
            ("", "write a reader as libnfc does"), (":/dev/ttyUSB0", "write a reader as libnfc does"),
        ])
    func bad(text: String, words: String) {
        do throws(PortError) {
            let connection = try ReaderConnection(text)
            Issue.record("\(connection) was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test("no hostile text traps, and what is taken names its driver first")
    func fuzz() {
        let seeds = ["pn532_uart:/dev/ttyUSB0:115200", "acr122_usb:003:005", "pn532_spi:/dev/spidev0.0:500000"]
        var mutator = Mutator(seeds: seeds.map { Array($0.utf8) })
        var taken = 0
        for _ in 0..<100_000 {
            let text = String(decoding: mutator.next(limit: 60), as: UTF8.self)
            guard let connection = try? ReaderConnection(text) else { continue }
            taken += 1
            if !text.hasPrefix(connection.driver.rawValue) { Issue.record("\(text)") }
        }
        #expect(taken > 100)
    }
}
