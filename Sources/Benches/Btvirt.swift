import CLinux
import Glibc
import Ground
public import Links
import Synchronization
public import System

/// The `btvirt` program of BlueZ's test tools: virtual Bluetooth controllers that hear each other.
public final class BtvirtProcess: Sendable {
    /// The kernel's numbers of the new controllers, lowest first.
    public let controllers: [UInt16]
    /// How many controllers one process makes at most.
    public static let limit = 8
    private let process: Mutex<Int32?>

    private static let folders = [
        "/usr/bin", "/usr/sbin", "/usr/libexec/bluetooth", "/usr/libexec", "/usr/lib/bluetooth",
    ]
    private static let registry = "/sys/class/bluetooth"

    /// Starts as many LE controllers and waits until the kernel has them.
    public init(controllers count: Int, clock: MonotonicClock) throws(RigFault) {
        precondition((1...Self.limit).contains(count), "btvirt makes one to \(Self.limit) controllers")
        let program = try BtvirtProcess.find()
        let before = Set(BtvirtProcess.present())
        let id = try BtvirtProcess.start(program, count)
        process = Mutex(id)
        let deadline = clock.now + .seconds(5)
        var made: [UInt16] = []
        while made.count < count {
            guard clock.now < deadline, trammel_has_ended(id) == 0 else {
                trammel_kill_and_reap(id)
                throw RigFault(
                    "\(program) made \(made.count) of \(count) Bluetooth controllers",
                    remedy:
                        "Run as root, with /dev/vhci and the modules hci_vhci, algif_hash, algif_skcipher, cmac and ecb"
                )
            }
            usleep(20_000)
            made = BtvirtProcess.present().filter { !before.contains($0) }.sorted()
        }
        controllers = made
    }

    deinit { close() }

    /// Ends the program, with which its controllers vanish; safe to call again.
    public func close() {
        let id = process.withLock { process in
            defer { process = nil }
            return process
        }
        if let id { trammel_kill_and_reap(id) }
    }

    private static func find() throws(RigFault) -> String {
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
            // Connections appear beside their controller as `hci0:64`.
            if name.hasPrefix("hci"), let number = UInt16(name.dropFirst(3)) { numbers.append(number) }
        }
        return numbers
    }
}
