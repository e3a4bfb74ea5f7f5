import BlueZDriver
import CLinux
import Glibc
import Ground
public import Links
public import OperatingSystem
import Synchronization

/// The `btvirt` program of BlueZ's test tools: virtual Bluetooth controllers that hear each other.
public final class BtvirtProcess: Sendable {
    /// The kernel's numbers of the new controllers, lowest first.
    public let controllers: [UInt16]
    /// The maximum number of controllers per process.
    public static let limit = 8
    private let process: Mutex<Int32?>

    private static let folders = [
        "/usr/bin", "/usr/sbin", "/usr/libexec/bluetooth", "/usr/libexec", "/usr/lib/bluetooth",
    ]
    private static let registry = "/sys/class/bluetooth"

    /// The number of attempts at creating controllers, until the kernel has set them up.
    ///
    /// The kernel gives each 2 s to answer its first command, which a busy machine may miss.
    private static let attempts = 3
    private static let attemptLimit = Span.seconds(8)

    /// Starts this many LE controllers and waits until the kernel has set them up.
    public init(controllers count: Int, clock: MonotonicClock) throws(RigFault) {
        precondition((1...Self.limit).contains(count), "btvirt makes one to \(Self.limit) controllers")
        let program = try BtvirtProcess.find()
        let before = BtvirtProcess.present()
        var made = 0
        for _ in 0..<Self.attempts {
            let id = try BtvirtProcess.start(program, count)
            let new = try BtvirtProcess.awaitControllers(count, besides: before, of: id, clock)
            if new.count == count {
                process = Mutex(id)
                controllers = new
                return
            }
            made = new.count
            trammel_kill_and_reap(id)
            BtvirtProcess.awaitEnd(besides: before, clock)
        }
        throw RigFault(
            "\(program) made \(made) of \(count) Bluetooth controllers that this machine's kernel could set up",
            remedy:
                "Run as root, with /dev/vhci and the modules hci_vhci, algif_hash, algif_skcipher, cmac and ecb, on "
                + "a machine that is less busy")
    }

    /// Waits for the new controllers; returns those that are ready when all are, or when the time is over.
    private static func awaitControllers(
        _ count: Int, besides before: [UInt16], of id: Int32, _ clock: MonotonicClock
    ) throws(RigFault) -> [UInt16] {
        let deadline = clock.now + attemptLimit
        while true {
            let there = Set(present()).subtracting(before)
            let ready = there.count < count ? [] : try BluetoothAdapters.ready(clock: clock).filter(there.contains)
            if ready.count == count || clock.now >= deadline || trammel_has_ended(id) != 0 { return ready.sorted() }
            usleep(20_000)
        }
    }

    private static func awaitEnd(besides before: [UInt16], _ clock: MonotonicClock) {
        let deadline = clock.now + attemptLimit
        while clock.now < deadline, !Set(present()).isSubset(of: before) { usleep(20_000) }
    }

    deinit { close() }

    /// Ends the program, and with it its controllers; safe to call again.
    public func close() {
        let id = process.withLock { process in
            defer { process = nil }
            return process
        }
        if let id { trammel_kill_and_reap(id) }
    }

    /// Returns the program's path.
    static func find() throws(RigFault) -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":").map(String.init) + folders
        if let folder = folders.first(where: { access($0 + "/btvirt", X_OK) == 0 }) { return folder + "/btvirt" }
        throw RigFault("btvirt is not installed", remedy: "Install the package bluez-test-tools")
    }

    private static func start(_ program: String, _ count: Int) throws(RigFault) -> Int32 {
        let silence = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard silence >= 0 else { throw failed(program, errno) }
        let null = FileDescriptor(owning: silence)
        let words = [program, "-L", "-l\(count)"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let id = trammel_spawn_on_channel(program, &arguments, null.number, null.number)
        guard id > 0 else { throw failed(program, -id) }
        return id
    }

    private static func failed(_ program: String, _ code: Int32) -> RigFault {
        RigFault("\(program) did not start: \(errorText(code))", remedy: "Install the package bluez-test-tools again")
    }

    private static func present() -> [UInt16] {
        guard let folder = opendir(registry) else { return [] }
        defer { closedir(folder) }
        var numbers: [UInt16] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // Connections appear next to their controller as `hci0:64`.
            if name.hasPrefix("hci"), let number = UInt16(name.dropFirst(3)) { numbers.append(number) }
        }
        return numbers
    }
}
