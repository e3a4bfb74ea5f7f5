import BlueZDriver
import Ground
import Simulators

/// What the accessories of a bench advertise, as they want it and as their adapters were told.
///
/// While a link is up a controller does not advertise, and nothing is changed: what is taken back just when a link ends
/// may have been heard already, and a phone that then finds nobody to connect to waits for seconds, because its kernel
/// overlooks that the connection failed. Of an accessory whose radio fails it is known before the link ends.
struct Advertisements {
    private struct Entry {
        let name: AccessoryName
        var wanted: AdvertisedContent?
        var told: AdvertisedContent?
        var isLinked = false
    }

    private var entries: [Entry]

    /// For adapters that advertise already what their accessories begin with.
    init(_ surroundings: Surroundings, of names: [AccessoryName]) {
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

    /// The link will end with the accessory's radio, which is not to be heard after it.
    mutating func silence(_ name: AccessoryName, _ peripheral: BluetoothPeripheral) {
        change(name) { entry in
            if entry.told != nil { peripheral.stopAdvertising() }
            entry.told = nil
        }
    }

    /// Tells an adapter what is different, when everything that happened is known.
    mutating func settle(_ name: AccessoryName, _ peripheral: BluetoothPeripheral) {
        change(name) { entry in
            guard entry.wanted != entry.told, !entry.isLinked else { return }
            entry.told = entry.wanted
            // What does not fit the packets cannot be advertised.
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
