import Glibc
import Ground
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

/// Hosts on a separate network, each in a network namespace with its own bus and its own Avahi daemon.
///
/// Needs root, iproute2, dbus-daemon and avahi-daemon; if one is missing the test fails with a message. Everything is
/// removed at deinitialization, even if the test fails.
final class NamespaceLAN {
    struct Host {
        let name: String
        /// The namespace's end of the cable.
        let interface: String
        let bus: String
        fileprivate let daemons: DaemonBox
    }

    fileprivate final class DaemonBox {
        var bus: Daemon?
        var avahi: Daemon?
    }

    let hosts: [Host]
    private let folder: Scratch
    private let clock = MonotonicClock()

    /// Creates two hosts joined by one cable, `10.77.0.1` and `10.77.0.2`.
    init() throws {
        guard geteuid() == 0 else { throw Programs.Flaw(description: "network namespaces need root") }
        for path in ["/usr/sbin/avahi-daemon", "/usr/bin/dbus-daemon"] where access(path, X_OK) != 0 {
            throw Programs.Flaw(description: "\(path) is missing: install what ci/packages-tests lists")
        }
        let folder = try Scratch()
        self.folder = folder
        let tag = "t\(UInt32.random(in: 0...0xFFFFF))"
        hosts = [1, 2].map { place in
            Host(
                name: "\(tag)n\(place)", interface: "\(tag)v\(place)", bus: "unix:path=\(folder("bus\(place)"))",
                daemons: DaemonBox())
        }
        do {
            try Programs.run(
                ["ip", "link", "add", hosts[0].interface, "type", "veth", "peer", "name", hosts[1].interface])
            for (place, host) in hosts.enumerated() { try bringUp(host, place + 1) }
            // A daemon without an interface publishes immediately without probing, and probes only later, when a host
            // that probes at the same time may win the name.
            try wait("host2 for host1") { sees("host2", from: hosts[0]) }
            try wait("host1 for host2") { sees("host1", from: hosts[1]) }
        } catch {
            takeDown()
            throw error
        }
    }

    deinit { takeDown() }

    private func bringUp(_ host: Host, _ place: Int) throws {
        try Programs.run(["ip", "netns", "add", host.name])
        try Programs.run(["ip", "link", "set", host.interface, "netns", host.name])
        try Programs.run(["ip", "-n", host.name, "link", "set", "lo", "up"])
        try Programs.run(["ip", "-n", host.name, "address", "add", "10.77.0.\(place)/24", "dev", host.interface])
        try Programs.run(["ip", "-n", host.name, "link", "set", host.interface, "up"])
        let bus = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>system</type><listen>\(host.bus)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/><allow user="*"/></policy></busconfig>
            """
        try Scratch.write(bus, to: folder("bus\(place).conf"))
        let avahi = """
            [server]
            host-name=host\(place)
            allow-interfaces=\(host.interface)
            enable-dbus=yes
            ratelimit-interval-usec=1000000
            ratelimit-burst=1000
            [publish]
            publish-hinfo=no
            publish-workstation=no
            """
        try Scratch.write(avahi, to: folder("avahi\(place).conf"))
        host.daemons.bus = try start(host, "exec dbus-daemon --config-file=\(folder("bus\(place).conf")) --nofork")
        let socket = folder("bus\(place)")
        try wait("the bus") { access(socket, F_OK) == 0 }
        try startAvahi(host)
    }

    /// Starts a host's daemon. The path of the daemon's PID file is fixed, so each host gets a separate file there.
    func startAvahi(_ host: Host) throws {
        let place = hosts.firstIndex { $0.name == host.name }.map { $0 + 1 } ?? 0
        host.daemons.avahi = try start(
            host,
            "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon && exec avahi-daemon "
                + "-f \(folder("avahi\(place).conf")) --no-drop-root --no-chroot --no-rlimits")
        try wait("the daemon on \(host.bus)") { hasDaemon(host) == true }
    }

    /// Returns whether a daemon is registered on a host's bus; nil if there is no bus.
    private func hasDaemon(_ host: Host) -> Bool? {
        let question =
            ["dbus-send", "--bus=\(host.bus)", "--print-reply", "--dest=org.freedesktop.DBus", "/"]
            + ["org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Avahi"]
        return (try? Programs.run(question))?.contains("true")
    }

    /// Returns whether a host's daemon gets an answer from another host over the cable.
    private func sees(_ other: String, from host: Host) -> Bool {
        let question =
            ["dbus-send", "--bus=\(host.bus)", "--print-reply", "--dest=org.freedesktop.Avahi", "/"]
            + ["org.freedesktop.Avahi.Server.ResolveHostName", "int32:-1", "int32:-1", "string:\(other).local"]
            + ["int32:0", "uint32:0"]
        return (try? Programs.run(question))?.contains("10.77.0.") == true
    }

    /// Returns only after the bus has noticed, because it would otherwise refuse the next daemon this name.
    func killAvahi(_ host: Host) {
        host.daemons.avahi?.kill()
        host.daemons.avahi = nil
        _ = try? wait("the end of the daemon on \(host.bus)") { hasDaemon(host) != true }
    }

    func killBus(_ host: Host) {
        host.daemons.bus?.kill()
        host.daemons.bus = nil
    }

    func setCable(of host: Host, up isUp: Bool) throws {
        try Programs.run(["ip", "-n", host.name, "link", "set", host.interface, isUp ? "up" : "down"])
    }

    private func start(_ host: Host, _ command: String) throws -> Daemon {
        try Daemon(
            ["ip", "netns", "exec", host.name, "sh", "-c", command],
            environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DBUS_SYSTEM_BUS_ADDRESS=\(host.bus)"],
            log: folder("log"))
    }

    private func wait(_ what: String, _ isThere: () -> Bool) throws {
        let deadline = clock.now + .seconds(20)
        while !isThere() {
            guard clock.now < deadline else {
                throw Programs.Flaw(description: "\(what) did not come: \(Scratch.text(of: folder("log")) ?? "")")
            }
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(5))
        }
    }

    private func takeDown() {
        for host in hosts {
            killBus(host)
            killAvahi(host)
            _ = try? Programs.run(["ip", "netns", "delete", host.name], mayFail: true)
        }
        _ = try? Programs.run(["ip", "link", "delete", hosts[0].interface], mayFail: true)
    }
}
