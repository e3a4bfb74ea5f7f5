import BlueZDriver
import Ground
import Simulators

/// The advertisements of a bench's accessories, as they want them and as their adapters have them.
///
/// While a link is up, a controller does not advertise, and nothing is changed. An advertisement that is withdrawn
/// just as a link ends may already have been heard; a phone that then tries to connect waits for seconds, because its
/// kernel overlooks that the connection failed. If an accessory's radio fails, that is known before the link ends.
struct Advertisements {
    private struct Entry {
        let name: AccessoryName
        var wanted: AdvertisedContent?
        var told: AdvertisedContent?
        var isLinked = false
    }

    private var entries: [Entry]

    /// For adapters that already advertise the initial content of their accessories.
    init(_ surroundings: SimulatedEnvironment, of names: [AccessoryName]) {
        entries = names.map { name in
            let content = surroundings.advertisement(of: name)
            return Entry(name: name, wanted: content, told: content)
        }
    }

    mutating func linkBegan(_ name: AccessoryName) {
        change(name) { entry in
            entry.wanted = nil
            entry.isLinked = true
        }
    }

    mutating func linkEnded(_ name: AccessoryName, _ peripheral: BluetoothPeripheral?) {
        change(name) { entry in
            entry.isLinked = false
            if peripheral?.resumesAdvertising == false { entry.told = nil }
        }
    }

    mutating func want(_ content: AdvertisedContent?, of name: AccessoryName) { change(name) { $0.wanted = content } }

    /// The link will end with the accessory's radio, which must not be heard afterwards.
    mutating func silence(_ name: AccessoryName, _ peripheral: BluetoothPeripheral) {
        change(name) { entry in
            if entry.told != nil { peripheral.stopAdvertising() }
            entry.told = nil
        }
    }

    /// Tells an adapter what has changed, once all events are known.
    mutating func settle(_ name: AccessoryName, _ peripheral: BluetoothPeripheral) {
        change(name) { entry in
            guard entry.wanted != entry.told, !entry.isLinked else { return }
            entry.told = entry.wanted
            // What does not fit in the packets cannot be advertised.
            guard let content = entry.wanted, peripheral.advertise(content) else {
                return peripheral.stopAdvertising()
            }
        }
    }

    private mutating func change(_ name: AccessoryName, _ body: (inout Entry) -> Void) {
        guard let place = entries.firstIndex(where: { $0.name == name }) else { return }
        body(&entries[place])
    }
}
