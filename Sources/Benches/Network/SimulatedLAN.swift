import Glibc
import Ground
import Links
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

        init(_ place: Int, in namespace: String? = nil, _ interfaces: (String, String), _ folder: String) {
            (self.place, self.namespace, self.folder) = (place, namespace, folder)
            plug = Plug(interface: interfaces.0, address: "10.77.0.\(place)", linkLocal: "fe80::\(place)")
            second = Plug(interface: interfaces.1, address: "10.78.0.\(place)", linkLocal: "fe80::1\(place)")
        }

        var interface: String { plug.interface }
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
            for (plug, other) in [(phone.plug, screen.plug), (phone.second, screen.second)] {
                try run("ip", "link", "add", plug.interface, "type", "veth", "peer", other.interface, "netns", tag)
            }
            try run("ip", "-n", tag, "link", "set", "lo", "up")
            for host in [phone, screen] { try bringUp(host, host.plug) }
            // Up on this side alone: there is an address to listen at, and nothing passes.
            try bringUp(phone, phone.second)
            try startBus(&phone)
            try startAvahi(&phone)
            try startBus(&screen)
            try startAvahi(&screen)
            try awaitEachOther(phone)
            try awaitEachOther(screen)
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
            try run(on: screen, ["ip", "link", "set", screen.interface, begins ? "down" : "up"])
            // The kernel forgets it with the link.
            return begins ? () : try addLinkLocal(screen.plug, to: screen)
        case .secondCable:
            if begins { return try bringUp(screen, screen.second) }
            return try run(on: screen, ["ip", "link", "set", screen.second.interface, "down"])
        case .withoutIPv4:
            for host in [phone, screen] { try begins ? flush("-4", of: host) : addAddress(host.plug, to: host) }
            return
        case .withoutIPv6:
            for host in [phone, screen] { try begins ? flush("-6", of: host) : addLinkLocal(host.plug, to: host) }
            return
        case .delayed, .losing, .reordering: break
        }
        if begins { troubles.insert(trouble) } else { troubles.remove(trouble) }
        for host in [phone, screen] {
            let words = ["tc", "qdisc", "replace", "dev", host.interface, "root"]
            try run(on: host, words + (troubles.isEmpty ? ["pfifo_fast"] : ["netem"] + netem))
        }
    }

    private var netem: [String] {
        var words: [String] = []
        var delay = Span.zero
        var reordering: Int?
        for trouble in troubles {
            switch trouble {
            case .delayed(let span): delay = span
            case .losing(let permille): words += ["loss", "\(Double(permille) / 10)%"]
            case .reordering(let permille): reordering = permille
            case .cableOut, .secondCable, .withoutIPv4, .withoutIPv6: break
            }
        }
        // netem reorders by sending some at once while the others wait.
        if reordering != nil, delay == .zero { delay = .milliseconds(5) }
        if delay > .zero { words = ["delay", "\(delay.nanoseconds / 1_000)us"] + words }
        if let reordering { words += ["reorder", "\(100 - Double(reordering) / 10)%"] }
        return words
    }

    // MARK: Up and down

    private func bringUp(_ host: Host, _ plug: Plug) throws(RigFault) {
        try addAddress(plug, to: host)
        // Known beforehand, and there at once: the kernel's own address of this kind waits for objections.
        if hasIPv6 { try run(on: host, ["ip", "link", "set", plug.interface, "addrgenmode", "none"]) }
        try run(on: host, ["ip", "link", "set", plug.interface, "up"])
        try addLinkLocal(plug, to: host)
    }

    private func addAddress(_ plug: Plug, to host: Host) throws(RigFault) {
        try run(on: host, ["ip", "address", "replace", "\(plug.address)/24", "dev", plug.interface])
    }

    private func flush(_ family: String, of host: Host) throws(RigFault) {
        try run(on: host, ["ip", family, "address", "flush", "dev", host.interface])
    }

    private func addLinkLocal(_ plug: Plug, to host: Host) throws(RigFault) {
        guard hasIPv6 else { return }
        try run(on: host, ["ip", "address", "replace", "\(plug.linkLocal)/64", "dev", plug.interface, "nodad"])
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
        host.bus = try start(on: host, "exec dbus-daemon --config-file=\(bus).conf --nofork")
        let deadline = clock.now + Self.patience
        while access(bus, F_OK) != 0 {
            guard clock.now < deadline else { throw silent("the bus", host) }
            usleep(2_000)
        }
    }

    private func startAvahi(_ host: inout Host) throws(RigFault) {
        // The daemon's process id has one fixed place: it is another file for each.
        host.avahi = try start(
            on: host,
            "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon && exec avahi-daemon "
                + "-f \(folder)/avahi\(host.place).conf --no-drop-root --no-chroot --no-rlimits")
    }

    private func start(on host: Host, _ command: String) throws(RigFault) -> ChildProcess {
        do {
            let log = try FileDescriptor("open log") {
                unsafe open("\(folder)/log\(host.place)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            }
            let shell = ["unshare", "--mount", "--propagation", "private", "sh", "-c", command]
            let words = host.namespace.map { ["ip", "netns", "exec", $0] + shell } ?? shell
            return try HostProgram.start(
                words, environment: ["DBUS_SYSTEM_BUS_ADDRESS=\(host.busAddress)"], output: log)
        } catch let error as RigFault {
            throw error
        } catch {
            throw RigFault("\(error)", remedy: "Run as root")
        }
    }

    private func awaitEachOther(_ host: Host) throws(RigFault) {
        try awaitAnswer(
            "an answer of the other host", on: host,
            [
                "ResolveHostName", "int32:-1", "int32:-1", "string:trammel\(3 - host.place).local", "int32:0",
                "uint32:0",
            ])
    }

    /// Asks a host's daemon until it answers.
    private func awaitAnswer(_ what: String, on host: Host, _ question: [String]) throws(RigFault) {
        let deadline = clock.now + Self.patience
        let words =
            ["dbus-send", "--bus=\(host.busAddress)", "--print-reply", "--dest=org.freedesktop.Avahi", "/"]
            + ["org.freedesktop.Avahi.Server.\(question[0])"] + question.dropFirst()
        while (try? run(on: nil, words)) == nil {
            guard clock.now < deadline else { throw silent(what, host) }
            usleep(5_000)
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
        guard phone.avahi?.check() == nil, phone.bus?.check() == nil, screen.bus?.check() == nil else {
            throw silent("a daemon that was left running", phone)
        }
        try startAvahi(&screen)
        try awaitAnswer("the daemon", on: screen, ["GetVersionString"])
    }

    private func silent(_ what: String, _ host: Host) -> RigFault {
        RigFault(
            "\(what) did not come at \(host.address): see \(folder)/log\(host.place)", remedy: "Look into that file")
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

    private func run(on host: Host?, _ words: [String]) throws(RigFault) {
        let before = host?.namespace.map { ["ip", "netns", "exec", $0] } ?? []
        try HostProgram.run(before + words, clock: clock)
    }

    /// Ends the daemons and takes the cable away; safe to call again.
    func close() {
        for host in [phone, screen] {
            host.avahi?.kill()
            host.bus?.kill()
        }
        (phone.avahi, phone.bus, screen.avahi, screen.bus) = (nil, nil, nil, nil)
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
