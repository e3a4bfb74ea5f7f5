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
    /// The kernel gives each 2 s to answer a command of its set-up, which a busy machine may miss. It tries no second
    /// time, and never adds such a controller to those that it manages.
    private static let attempts = 3
    private static let attemptLimit = Lapse.seconds(8)

    /// Starts this many LE controllers and waits until the kernel has set them up.
    ///
    /// With `isServing`, other programs can create controllers in range of these, one per connection to the socket
    /// `bt-server-le` in the folder for temporary files. `program` is the path of `btvirt`, nil to look for it.
    public init(
        controllers count: Int, isServing: Bool = false, program: String? = nil, clock: MonotonicClock
    ) throws(RigFault) {
        precondition((1...Self.limit).contains(count), "btvirt makes one to \(Self.limit) controllers")
        let program = if let program { program } else { try BtvirtProcess.find() }
        let before = BtvirtProcess.present()
        var last = ""
        for _ in 0..<Self.attempts {
            let (id, log) = try BtvirtProcess.start(program, count, isServing: isServing)
            let new: (there: [UInt16], ready: [UInt16])
            do throws(RigFault) {
                new = try BtvirtProcess.awaitControllers(count, besides: before, of: id, clock)
            } catch {
                trammel_kill_and_reap(id)
                throw error
            }
            if new.ready.count == count {
                process = Mutex(id)
                controllers = new.ready
                return
            }
            let hasEnded = trammel_has_ended(id) != 0
            let status = trammel_kill_and_reap(id)
            last =
                "\(Self.names(new.there)) came, and the kernel set up \(Self.names(new.ready)); btvirt "
                + (hasEnded ? Self.ending(status) : "was still running") + Self.lastWords(in: log)
            BtvirtProcess.awaitEnd(besides: before, clock)
        }
        throw RigFault(
            "\(program) did not make \(count) Bluetooth controllers that this machine's kernel could set up, in "
                + "\(Self.attempts) attempts of \(Self.attemptLimit): in the last one, \(last)",
            remedy:
                "Run as root, with /dev/vhci and the modules hci_vhci, algif_hash, algif_skcipher, cmac and ecb, on "
                + "a machine that is less busy")
    }

    private static func names(_ controllers: [UInt16]) -> String {
        controllers.isEmpty ? "none" : controllers.map { "hci\($0)" }.joined(separator: ", ")
    }

    private static func ending(_ status: Int32) -> String {
        status >= 1000 ? "was ended by signal \(status - 1000)" : "ended with status \(status)"
    }

    /// Returns the last line that the program printed, as the end of a sentence; empty if there is none.
    private static func lastWords(in log: FileDescriptor) -> String {
        let text = String(decoding: (try? log.read(upTo: 4096, at: 0)) ?? [], as: UTF8.self)
        guard let line = text.split(separator: "\n").last else { return "" }
        return ", after printing \"\(line.trimmingPrefix(while: \.isWhitespace))\""
    }

    /// Waits for the new controllers; returns those that appeared, and those that are ready when all are, or when the
    /// time is over.
    private static func awaitControllers(
        _ count: Int, besides before: [UInt16], of id: Int32, _ clock: MonotonicClock
    ) throws(RigFault) -> (there: [UInt16], ready: [UInt16]) {
        let deadline = clock.now + attemptLimit
        while true {
            let there = Set(present()).subtracting(before)
            let isLast = clock.now >= deadline || trammel_has_ended(id) != 0
            let isWorthAsking = there.count == count || (isLast && !there.isEmpty)
            let ready = isWorthAsking ? try BluetoothAdapters.ready(clock: clock).filter(there.contains) : []
            if ready.count == count || isLast { return (there.sorted(), ready.sorted()) }
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

    private static func start(
        _ program: String, _ count: Int, isServing: Bool
    ) throws(RigFault) -> (id: Int32, log: FileDescriptor) {
        let silence = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard silence >= 0 else { throw failed(program, errno) }
        let null = FileDescriptor(owning: silence)
        let log: FileDescriptor
        do throws(SystemError) { log = try makeMemoryFile(named: "btvirt", holding: []) } catch {
            throw failed(program, error.code)
        }
        let words = [program, "-L", "-l\(count)"] + (isServing ? ["-s"] : [])
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let id = trammel_spawn_on_channel(program, &arguments, null.number, log.number)
        guard id > 0 else { throw failed(program, -id) }
        return (id, log)
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
