/// The order in which kernel modules must be loaded, from the list of their dependencies that depmod writes.
struct ModuleOrder {
    /// The paths of modules by name, and their dependencies, in the file's order: nearest first.
    private var paths: [String: String] = [:]
    private var needs: [String: [String]] = [:]

    /// Reads a `modules.dep`: on each line a module's path, a colon, and the paths of all its dependencies.
    init(dependencyList text: String) {
        for line in text.split(separator: "\n") {
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[0].isEmpty else { continue }
            let name = Self.name(ofPath: halves[0])
            paths[name] = String(halves[0])
            needs[name] = halves[1].split(separator: " ").map(Self.name(ofPath:))
        }
    }

    /// Returns the paths of the wanted modules and all their dependencies, each once and after everything it depends
    /// on.
    ///
    /// Throws the name of the first module that is not in the list.
    func paths(for wanted: [String]) throws(UnknownModule) -> [String] {
        var order: [String] = []
        var placed: Set<String> = []
        for name in wanted {
            // The file lists all dependencies of a module, each before its own dependencies.
            for step in (needs[name] ?? []).reversed() + [name] where placed.insert(step).inserted {
                guard let path = paths[step] else { throw UnknownModule(name: step) }
                order.append(path)
            }
        }
        return order
    }

    struct UnknownModule: Error, Hashable {
        let name: String
    }

    /// Returns the name of a module: `kernel/net/9p/9pnet_virtio.ko` is `9pnet_virtio`; dashes and underscores are the
    /// same to the kernel.
    static func name(ofPath path: Substring) -> String {
        let file = path.split(separator: "/").last ?? path
        let stem = file.split(separator: ".", maxSplits: 1).first ?? file
        return String(stem.map { $0 == "-" ? "_" : $0 })
    }
}

extension ModuleOrder {
    /// The modules of Debian's kernel that the virtual bench needs, in the order in which they are requested.
    ///
    /// SHA-512, CTR and the random generators come before Bluetooth. Otherwise the kernel's elliptic curves are
    /// refused, and with them Secure Connections pairing (bluez.md, section 6).
    static let wanted = [
        "virtio_pci", "virtio_console", "9pnet_virtio", "9p", "overlay",
        "sha512_generic", "ctr", "jitterentropy_rng", "drbg", "ecdh_generic", "bluetooth", "hci_vhci",
        "usbcore", "cdc_acm", "dummy_hcd", "usbip_vudc", "vhci_hcd", "libcomposite", "usb_f_acm",
        "btusb", "veth", "sch_netem", "algif_hash", "algif_skcipher", "algif_aead", "cmac", "ecb", "ccm",
    ]
}
