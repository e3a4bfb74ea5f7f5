import Glibc
internal import Ground
internal import Links

/// The rig's own network faults, each with its remedy.
extension RigFault {
    static func noBus(at address: String, _ why: String) -> RigFault {
        RigFault(
            "there is no D-Bus message bus at \(address): \(why)",
            remedy: "Install dbus and start it (systemctl start dbus), or name the Avahi daemon's bus in "
                + "DBUS_SYSTEM_BUS_ADDRESS")
    }

    static func noDaemon(on address: String) -> RigFault {
        RigFault(
            "no Avahi daemon is on the bus at \(address)",
            remedy: "Install avahi-daemon and start it (systemctl start avahi-daemon)")
    }

    static func daemonGone(from address: String) -> RigFault {
        RigFault(
            "the Avahi daemon left the bus at \(address)",
            remedy: "Look into its log (journalctl -u avahi-daemon), and start it again")
    }

    static func busGone(_ address: String) -> RigFault {
        RigFault(
            "the D-Bus message bus at \(address) closed the connection",
            remedy: "Start it again, and the Avahi daemon after it")
    }

    static func daemonSilent(_ member: String, _ limit: Lapse) -> RigFault {
        RigFault(
            "the Avahi daemon did not answer \(member) within \(limit)",
            remedy: "Look into its log (journalctl -u avahi-daemon), and start it again")
    }

    static func daemonRefused(_ member: String, _ error: String) -> RigFault {
        RigFault(
            "the Avahi daemon refused \(member): \(error)",
            remedy: "Look at what the rig publishes, and whether avahi-daemon.conf forbids it (disable-publishing)")
    }

    static func badPublication(_ name: String, _ why: String) -> RigFault {
        RigFault("\(name) cannot be published: \(why)", remedy: "Change what the rig publishes")
    }

    static func noAddress(_ address: NetworkAddress) -> RigFault {
        RigFault(
            "\(address) is no address of one interface",
            remedy: "Name an address in numbers, as 127.0.0.1 or fe80::1%eth0; never 0.0.0.0 nor ::")
    }

    /// Returns the fault if no connection can be accepted for lack of a local resource, or nil if a peer caused the
    /// error.
    static func cannotAccept(_ code: Int32) -> RigFault? {
        switch code {
        case EMFILE:
            RigFault(
                "no connection can be taken: this program has as many files open as it may",
                remedy: "Allow it more (ulimit -n), and look for what leaves them open")
        case ENFILE, ENOBUFS, ENOMEM:
            RigFault(
                "no connection can be taken: this machine has no file, no buffer or no memory left (errno \(code))",
                remedy: "Look at what else runs on it")
        default: nil
        }
    }

    static func noIdentity(_ name: String) -> RigFault {
        RigFault("the rig has no identity \(name) for TLS", remedy: "Make one, and give it to the host by that name")
    }

    static func noKey(_ name: String) -> RigFault {
        RigFault("the rig has no pre-shared key \(name) for TLS", remedy: "Give one to the host by that name")
    }

    static func badPin(_ digest: String, _ why: String) -> RigFault {
        RigFault(
            "\(digest.shown()) pins no certificate: \(why)",
            remedy: "Give the SHA-256 of the peer's certificate in DER, in hexadecimal digits")
    }

    static func tooManyFound(_ type: String, _ most: Int) -> RigFault {
        RigFault(
            "more than \(most) services of the type \(type) are on the network: the others are passed over",
            remedy: "Give the rig a network of its own, or look for who publishes them")
    }

    static func badIdentity(_ name: String, _ why: String) -> RigFault {
        RigFault("the identity \(name) for TLS cannot be used: \(why)", remedy: "Make a new one")
    }
}
