import CLinux
import Glibc
import Links
import OperatingSystem
import RigKit

/// A serial device of this machine.
final class SerialLine: ConsoleSource {
    private let line: FileDescriptor
    private let accessory: AccessoryName

    init(_ path: String, _ baud: Int, of accessory: AccessoryName) throws(RigFault) {
        let number = trammel_open_serial(path)
        guard number >= 0 else {
            throw RigFault(
                "the console of \(accessory), \(path), could not be opened: \(errorText(-number))",
                remedy: "Name its serial device with --port \(accessory).console=serial:/dev/ttyUSB1, or none")
        }
        (line, self.accessory) = (FileDescriptor(owning: number), accessory)
        // Another reader would take some of its lines. The second call keeps out programs that do not lock.
        var holder: Int32 = 0
        guard trammel_lock(number, &holder) == 0, trammel_make_exclusive(number) == 0 else {
            let who = holder > 0 ? "process \(holder)" : "another program"
            throw RigFault(
                "the console of \(accessory), \(path), is in use by \(who)", remedy: "Close the other program first")
        }
        let raw = trammel_make_raw(number)
        let rate = trammel_set_rate(number, Int32(clamping: baud))
        guard raw == 0, rate == 0 else {
            throw RigFault(
                "the console of \(accessory), \(path), could not be set to \(baud) baud: " + errorText(-min(raw, rate)),
                remedy: "Choose a rate that its adapter knows")
        }
    }

    var numbers: [Int32] { [line.number] }

    func read(hasFailed: Bool) throws(ConsoleEnd) -> [UInt8] {
        let bytes = try? line.read(upTo: 4096)
        if let bytes, !bytes.isEmpty { return bytes }
        guard hasFailed || bytes == .some([]) else { return [] }
        throw ConsoleEnd(
            fault: RigFault("the console of \(accessory) was unplugged or has hung up", remedy: "Check its cable"))
    }

    func write(_ bytes: [UInt8]) -> RigFault? {
        let written = try? line.write(bytes)
        guard written != bytes.count else { return nil }
        return RigFault(
            "the console of \(accessory) took \(written ?? 0) of \(bytes.count) bytes",
            remedy: "Check its cable and its flow control")
    }

    func close() { line.close() }
}
