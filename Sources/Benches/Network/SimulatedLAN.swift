import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem

/// A network with two hosts on one machine: this host, with the phone, and a network namespace with the screens,
/// joined by a cable (veth). Each has its own bus and its own Avahi daemon.
///
/// Needs root, iproute2, dbus-daemon and avahi-daemon. Closing the network takes everything down.
final class SimulatedLAN {
    /// The end of a cable.
    private struct Plug {
        let interface: String
        /// An IPv4 address, and a link-local one.
        let address: String
        let linkLocal: String
    }

    private struct Host {
        let place: Int
        /// Nil for this host.
        let namespace: String?
        let plug: Plug
        /// The end of the cable that is unplugged except during `NetworkDisturbance.secondCable`.
        let second: Plug
        let folder: String
        var bus: ChildProcess?
        var avahi: ChildProcess?
        /// The room of its daemon, once one has run.
        var room: DaemonNamespaces?

        init(_ place: Int, in namespace: String? = nil, _ interfaces: (String, String), _ folder: String) {
            (self.place, self.namespace, self.folder) = (place, namespace, folder)
            plug = Plug(interface: interfaces.0, address: "10.77.0.\(place)", linkLocal: "fe80::\(place)")
            second = Plug(interface: interfaces.1, address: "10.78.0.\(place)", linkLocal: "fe80::1\(place)")
        }

        var interface: String { plug.interface }
        /// The arguments of `ip` and `tc` that select the host.
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
    private var troubles: Set<NetworkDisturbance> = []
    /// Whether it ever had a fault, past or present.
    private(set) var wasTroubled = false
    /// Whether the phone's daemon may remember devices that are gone.
    var isRemembered = false

    private static let patience = Lapse.seconds(20)

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
            // The second cable is up on this side only: there is an address to listen on, but nothing passes.
            try ip(cables + lines(bringingUp: phone.plug) + lines(bringingUp: phone.second), on: phone)
            try ip(["link set lo up"] + lines(bringingUp: screen.plug), on: screen)
            try startBus(&phone)
            try startAvahi(&phone)
            try startBus(&screen)
            try startAvahi(&screen)
            try awaitEachOther(phone)
            try awaitEachOther(screen)
            screen.room = screen.avahi.flatMap { try? DaemonNamespaces(of: $0) }
        } catch {
            close()
            throw error
        }
    }

    /// The addresses on which the phone's agents listen, and the daemon that publishes them: on both interfaces, and
    /// no others.
    var agents: (hosts: [String], bus: String) {
        let hosts = [phone.plug, phone.second].flatMap { plug in
            [plug.address] + (hasIPv6 ? ["\(plug.linkLocal)%\(unsafe if_nametoindex(plug.interface))"] : [])
        }
        return (hosts, phone.busAddress)
    }

    /// The kernel's numbers of the phone's interfaces.
    var interfaces: [UInt32] { [phone.plug, phone.second].map { unsafe if_nametoindex($0.interface) } }

    /// Whether this kernel supports IPv6: the daemons then announce such addresses too, and a client may try one
    /// first.
    private let hasIPv6 = access("/proc/sys/net/ipv6", F_OK) == 0

    /// The host of the screens, and the daemon that they ask.
    var screens: (namespace: String, bus: String) { ("/run/netns/\(namespace)", screen.busAddress) }

    /// The addresses of the screens' host, as seen there.
    var farHosts: [String] { [screen.address] + (hasIPv6 ? ["\(screen.linkLocal)%\(screen.interface)"] : []) }

    // MARK: Troubles

    /// Begins or ends a fault of the cable; at both ends, because it applies in both directions.
    func perform(_ trouble: NetworkDisturbance, _ begins: Bool) throws(RigFault) {
        wasTroubled = true
        switch trouble {
        case .cableOut:
            // The kernel forgets that address when the link goes down.
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
        var delay = Lapse.zero
        var reordering: Int?
        for trouble in troubles {
            switch trouble {
            case .delayed(let span): delay = span
            case .losing(let permille): words += ["loss", "\(Double(permille) / 10)%"]
            case .reordering(let permille): reordering = permille
            case .silence, .cableOut, .secondCable, .withoutIPv4, .withoutIPv6: break
            }
        }
        // netem reorders by sending some packets immediately while the others wait.
        if reordering != nil, delay == .zero { delay = .milliseconds(5) }
        if delay > .zero { words = ["delay", "\(delay.nanoseconds / 1_000)us"] + words }
        if let reordering { words += ["reorder", "\(100 - Double(reordering) / 10)%"] }
        return words
    }

    // MARK: Up and down

    /// Returns the commands for `ip` that bring a plug up.
    private func lines(bringingUp plug: Plug) -> [String] {
        // The address is known in advance and works immediately; the kernel's own link-local address waits for
        // objections.
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

    /// Gives `ip` all commands in one go: on an emulated processor, starting a program takes longer than what it does.
    private func ip(_ lines: [String], on host: Host) throws(RigFault) {
        let path = "\(folder)/ip\(host.place)"
        try write(lines.joined(separator: "\n") + "\n", to: path)
        defer { unlink(path) }
        do throws(RigFault) {
            try HostProgram.run(["ip"] + host.inside + ["-batch", path], clock: clock)
        } catch {
            throw RigFault("\(error.what); the commands were: \(lines.joined(separator: "; "))", remedy: error.remedy)
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
        // The daemon's process id has one fixed path, so each daemon gets its own file there.
        let folder = DaemonNamespaces.folder
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

    /// Ends the daemon that the screens ask, because it remembers earlier devices.
    func rest() {
        screen.avahi?.kill()
        screen.avahi = nil
    }

    /// Prepares the network for screens that know of no devices; throws if it no longer works.
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

    /// Returns the end of what a host's programs wrote, because the file is deleted with the network.
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

    /// Ends the daemons and removes the cable; safe to call again.
    func close() {
        for host in [phone, screen] {
            host.avahi?.kill()
            host.bus?.kill()
        }
        (phone.avahi, phone.bus, screen.avahi, screen.bus, screen.room) = (nil, nil, nil, nil, nil)
        // One command each: a joint list would be a file in a folder that may be gone.
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
