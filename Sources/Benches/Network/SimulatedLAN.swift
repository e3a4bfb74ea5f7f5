import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem

/// A network with two hosts on one machine: this one, where the phone is, and a network namespace, where the screens
/// are, joined by a cable (veth). Each has its own bus and its own Avahi daemon.
///
/// Needs root, iproute2, dbus-daemon and avahi-daemon. Everything is taken down with it.
final class SimulatedLAN {
    /// The end of a cable.
    private struct Plug {
        let interface: String
        /// An IPv4 address, and one of the link alone.
        let address: String
        let linkLocal: String
    }

    private struct Host {
        let place: Int
        /// Nil for this one.
        let namespace: String?
        let plug: Plug
        /// Of the cable that is out but for `NetworkTrouble.secondCable`.
        let second: Plug
        let folder: String
        var bus: ChildProcess?
        var avahi: ChildProcess?
        /// Where its daemon runs, once one did.
        var room: DaemonRoom?

        init(_ place: Int, in namespace: String? = nil, _ interfaces: (String, String), _ folder: String) {
            (self.place, self.namespace, self.folder) = (place, namespace, folder)
            plug = Plug(interface: interfaces.0, address: "10.77.0.\(place)", linkLocal: "fe80::\(place)")
            second = Plug(interface: interfaces.1, address: "10.78.0.\(place)", linkLocal: "fe80::1\(place)")
        }

        var interface: String { plug.interface }
        /// What stands behind `ip` and `tc` for it.
        var inside: [String] { namespace.map { ["-n", $0] } ?? [] }
        var address: String { plug.address }
        var linkLocal: String { plug.linkLocal }
        var busAddress: String { "unix:path=\(folder)/bus\(place)" }
    }

    private let folder: String
    private let clock: MonotonicClock
    private var phone: Host
    private var screen: Host
    private let namespace: String
    private var troubles: Set<NetworkTrouble> = []
    /// Whether it ever had a trouble, over or not.
    private(set) var wasTroubled = false
    /// Whether the phone's daemon may remember somebody who is not there any more.
    var isRemembered = false

    private static let patience = Span.seconds(20)

    init(in parent: String, clock: MonotonicClock) throws(RigFault) {
        let tag = "trm\(getpid())"
        folder = "\(parent)/trammel-lan-\(getpid())"
        namespace = tag
        self.clock = clock
        phone = Host(1, ("\(tag)a", "\(tag)c"), folder)
        screen = Host(2, in: tag, ("\(tag)b", "\(tag)d"), folder)
        do throws(RigFault) {
            guard mkdir(folder, 0o700) == 0 else {
                throw RigFault(
                    "\(SystemError.last("mkdir \(folder)"))", remedy: "Set TMPDIR to a folder of this user's")
            }
            try run("ip", "netns", "add", tag)
            let cables = [(phone.plug, screen.plug), (phone.second, screen.second)].map { plug, other in
                "link add \(plug.interface) type veth peer \(other.interface) netns \(tag)"
            }
            // The second is up on this side alone: there is an address to listen at, and nothing passes.
            try ip(cables + lines(bringingUp: phone.plug) + lines(bringingUp: phone.second), on: phone)
            try ip(["link set lo up"] + lines(bringingUp: screen.plug), on: screen)
            try startBus(&phone)
            try startAvahi(&phone)
            try startBus(&screen)
            try startAvahi(&screen)
            try awaitEachOther(phone)
            try awaitEachOther(screen)
            screen.room = screen.avahi.flatMap { try? DaemonRoom(of: $0) }
        } catch {
            close()
            throw error
        }
    }

    /// Where the phone's agents listen, and by which daemon they are published: on both interfaces, and no other.
    var agents: (hosts: [String], bus: String) {
        let hosts = [phone.plug, phone.second].flatMap { plug in
            [plug.address] + (hasIPv6 ? ["\(plug.linkLocal)%\(unsafe if_nametoindex(plug.interface))"] : [])
        }
        return (hosts, phone.busAddress)
    }

    /// The kernel's numbers of the phone's interfaces.
    var interfaces: [UInt32] { [phone.plug, phone.second].map { unsafe if_nametoindex($0.interface) } }

    /// Whether this kernel speaks IPv6: the daemons then tell of such addresses too, and who asks may try one first.
    private let hasIPv6 = access("/proc/sys/net/ipv6", F_OK) == 0

    /// Where the screens are, and which daemon they ask.
    var screens: (namespace: String, bus: String) { ("/run/netns/\(namespace)", screen.busAddress) }

    /// The addresses of the host with the screens, there.
    var farHosts: [String] { [screen.address] + (hasIPv6 ? ["\(screen.linkLocal)%\(screen.interface)"] : []) }

    // MARK: Troubles

    /// Begins a trouble of the cable, or ends it; on both of its ends, as it holds for each way.
    func perform(_ trouble: NetworkTrouble, _ begins: Bool) throws(RigFault) {
        wasTroubled = true
        switch trouble {
        case .cableOut:
            // The kernel forgets that address with the link.
            let up = ["link set \(screen.interface) up"] + linkLocal(screen.plug)
            return try ip(begins ? ["link set \(screen.interface) down"] : up, on: screen)
        case .secondCable:
            let down = ["link set \(screen.second.interface) down"]
            return try ip(begins ? lines(bringingUp: screen.second) : down, on: screen)
        case .withoutIPv4:
            for host in [phone, screen] { try begins ? flush("-4", of: host) : ip([address(host.plug)], on: host) }
            return
        case .withoutIPv6:
            for host in [phone, screen] { try begins ? flush("-6", of: host) : ip(linkLocal(host.plug), on: host) }
            return
        case .delayed, .losing, .reordering, .silence: break
        }
        if begins { troubles.insert(trouble) } else { troubles.remove(trouble) }
        for host in [phone, screen] {
            let words = ["tc"] + host.inside + ["qdisc", "replace", "dev", host.interface, "root"]
            try HostProgram.run(words + (troubles.isEmpty ? ["pfifo_fast"] : ["netem"] + netem), clock: clock)
        }
    }

    private var netem: [String] {
        var words: [String] = []
        if troubles.contains(.silence) { return ["loss", "100%"] }
        var delay = Span.zero
        var reordering: Int?
        for trouble in troubles {
            switch trouble {
            case .delayed(let span): delay = span
            case .losing(let permille): words += ["loss", "\(Double(permille) / 10)%"]
            case .reordering(let permille): reordering = permille
            case .silence, .cableOut, .secondCable, .withoutIPv4, .withoutIPv6: break
            }
        }
        // netem reorders by sending some at once while the others wait.
        if reordering != nil, delay == .zero { delay = .milliseconds(5) }
        if delay > .zero { words = ["delay", "\(delay.nanoseconds / 1_000)us"] + words }
        if let reordering { words += ["reorder", "\(100 - Double(reordering) / 10)%"] }
        return words
    }

    // MARK: Up and down

    /// What `ip` is told of a plug that is to work.
    private func lines(bringingUp plug: Plug) -> [String] {
        // Known beforehand, and there at once: the kernel's own address of this kind waits for objections.
        let mode = hasIPv6 ? ["link set \(plug.interface) addrgenmode none"] : []
        return [address(plug)] + mode + ["link set \(plug.interface) up"] + linkLocal(plug)
    }

    private func flush(_ family: String, of host: Host) throws(RigFault) {
        try HostProgram.run(
            ["ip", family] + host.inside + ["address", "flush", "dev", host.interface], clock: clock)
    }

    private func address(_ plug: Plug) -> String { "address replace \(plug.address)/24 dev \(plug.interface)" }

    private func linkLocal(_ plug: Plug) -> [String] {
        hasIPv6 ? ["address replace \(plug.linkLocal)/64 dev \(plug.interface) nodad"] : []
    }

    /// Tells `ip` all of it at once: to start a program takes an emulated processor longer than what it does.
    private func ip(_ lines: [String], on host: Host) throws(RigFault) {
        let path = "\(folder)/ip\(host.place)"
        try write(lines.joined(separator: "\n") + "\n", to: path)
        defer { unlink(path) }
        do throws(RigFault) {
            try HostProgram.run(["ip"] + host.inside + ["-batch", path], clock: clock)
        } catch {
            throw RigFault("\(error.what); it was told: \(lines.joined(separator: "; "))", remedy: error.remedy)
        }
    }

    private func startBus(_ host: inout Host) throws(RigFault) {
        let bus = "\(folder)/bus\(host.place)"
        try write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>system</type><listen>\(host.busAddress)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/><allow user="*"/></policy></busconfig>
            """, to: "\(bus).conf")
        try write(
            """
            [server]
            host-name=trammel\(host.place)
            allow-interfaces=\(host.interface),\(host.second.interface)
            enable-dbus=yes
            ratelimit-interval-usec=1000000
            ratelimit-burst=1000
            [publish]
            publish-hinfo=no
            publish-workstation=no

            """, to: "\(folder)/avahi\(host.place).conf")
        // Its address is a file, which is the same in every network.
        host.bus = try start(on: host, ["dbus-daemon", "--config-file=\(bus).conf", "--nofork"])
        let deadline = clock.now + Self.patience
        while access(bus, F_OK) != 0 {
            guard clock.now < deadline else { throw silent("the bus", host) }
            usleep(2_000)
        }
    }

    private func startAvahi(_ host: inout Host) throws(RigFault) {
        let words = [
            "avahi-daemon", "-f", "\(folder)/avahi\(host.place).conf", "--no-drop-root", "--no-chroot", "--no-rlimits",
        ]
        if let room = host.room {
            room.forgetDaemon()
            host.avahi = try start(on: host, room.entering + words)
            return
        }
        // The daemon's process id has one fixed place: it is another file for each.
        let folder = DaemonRoom.folder
        let command = "mkdir -p \(folder) && mount -t tmpfs none \(folder) && exec "
        host.avahi = try start(on: host, command + words.joined(separator: " "))
    }

    private func start(on host: Host, _ command: String) throws(RigFault) -> ChildProcess {
        let shell = ["unshare", "--mount", "--propagation", "private", "sh", "-c", command]
        return try start(on: host, (host.namespace.map { ["ip", "netns", "exec", $0] } ?? []) + shell)
    }

    private func start(on host: Host, _ words: [String]) throws(RigFault) -> ChildProcess {
        do {
            let log = try FileDescriptor("open log") {
                unsafe open("\(folder)/log\(host.place)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            }
            return try HostProgram.start(
                words, environment: ["DBUS_SYSTEM_BUS_ADDRESS=\(host.busAddress)"], output: log)
        } catch let error as RigFault {
            throw error
        } catch {
            throw RigFault("\(error)", remedy: "Run as root")
        }
    }

    private func awaitEachOther(_ host: Host) throws(RigFault) {
        try awaitAnswer("an answer of the other host", on: host, .host("trammel\(3 - host.place).local"))
    }

    /// Asks a host's daemon until it answers.
    private func awaitAnswer(_ what: String, on host: Host, _ question: ServiceDaemon.Question) throws(RigFault) {
        let deadline = clock.now + Self.patience
        guard ServiceDaemon.answers(question, on: host.busAddress, until: deadline, clock: clock) else {
            throw silent(what, host)
        }
    }

    // MARK: From one bench to the next

    /// Ends the daemon that the screens ask: it remembers who was there.
    func rest() {
        screen.avahi?.kill()
        screen.avahi = nil
    }

    /// Makes it ready for screens that know of nobody; throws where it no longer works.
    func renew() throws(RigFault) {
        rest()
        for (host, daemon) in [(phone, phone.avahi), (phone, phone.bus), (screen, screen.bus)]
        where daemon?.check() != nil {
            throw silent("a daemon that was left running", host)
        }
        try startAvahi(&screen)
        try awaitAnswer("the daemon", on: screen, .version)
    }

    private func silent(_ what: String, _ host: Host) -> RigFault {
        let said = lastWords("\(folder)/log\(host.place)")
        return RigFault(
            "\(what) did not come at \(host.address): " + (said.isEmpty ? "its programs said nothing" : said.shown()),
            remedy: "Look at what its programs said, and whether the machine is short of processor time")
    }

    /// The end of what a host's programs wrote: the file goes with the network.
    private func lastWords(_ path: String) -> String {
        guard let file = try? FileDescriptor("open \(path)", { unsafe open(path, O_RDONLY | O_CLOEXEC) }) else {
            return ""
        }
        let size = Int(lseek(file.number, 0, SEEK_END))
        let bytes = (try? file.read(upTo: 400, at: max(0, size - 400))) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String, to path: String) throws(RigFault) {
        do throws(SystemError) {
            let file = try FileDescriptor("open \(path)") {
                unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            }
            _ = try file.write(Array(text.utf8), from: 0)
        } catch {
            throw RigFault("\(error)", remedy: "Set TMPDIR to a folder of this user's")
        }
    }

    private func run(_ words: String...) throws(RigFault) { try HostProgram.run(words, clock: clock) }

    /// Ends the daemons and takes the cable away; safe to call again.
    func close() {
        for host in [phone, screen] {
            host.avahi?.kill()
            host.bus?.kill()
        }
        (phone.avahi, phone.bus, screen.avahi, screen.bus, screen.room) = (nil, nil, nil, nil, nil)
        // Each by itself: what they are told together lies in a folder that may be gone.
        for plug in [phone.plug, phone.second] { try? run("ip", "link", "delete", plug.interface) }
        try? run("ip", "netns", "delete", namespace)
        for place in [1, 2] {
            for name in ["bus\(place)", "bus\(place).conf", "avahi\(place).conf", "log\(place)"] {
                unlink("\(folder)/\(name)")
            }
        }
        rmdir(folder)
    }
}
