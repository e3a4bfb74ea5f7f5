import Ground
import Links
import Phone
import Simulators
import Testing

@Suite struct PhoneZonesTests {
    private static let zones = [
        Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.3)),
        Zone(name: "near", radius: .metres(1), hysteresis: .metres(0.3), accessory: "door"),
    ]
    private static let features = [
        Feature(name: "light", inside: "far"), Feature(name: "unlock", inside: "near"),
        Feature(name: "greet", inside: "near"),
    ]

    private func bench(_ names: [AccessoryName]) -> PhoneBench {
        var bench = PhoneBench(
            names, as: .quick(zones: Self.zones, features: Self.features))
        for name in names { bench.stage(.place(name, .metres(5))) }
        #expect(bench.range(names) == true)
        return bench
    }

    private func switches(_ bench: PhoneBench, _ name: AccessoryName = "door") -> [String] {
        bench.events.compactMap { event in
            if case .feature(name, let feature, let isOn) = event { "\(feature) \(isOn ? "on" : "off")" } else { nil }
        }
    }

    @Test func featuresFollowTheirZones() {
        var bench = bench(["door"])
        #expect(switches(bench).isEmpty)
        bench.stage(.move("door", from: .metres(5), to: .metres(0.5), at: .metresPerSecond(1)))
        bench.play(.seconds(6))
        #expect(switches(bench) == ["light on", "unlock on", "greet on"])
        bench.stage(.move("door", from: .metres(0.5), to: .metres(5), at: .metresPerSecond(1)))
        bench.play(.seconds(6))
        #expect(switches(bench) == ["light on", "unlock on", "greet on", "unlock off", "greet off", "light off"])
    }

    @Test func aZoneOfOneAccessoryIsNotAnothers() {
        var bench = bench(["door", "gate"])
        for name in ["door", "gate"] as [AccessoryName] { bench.stage(.place(name, .metres(0.5))) }
        bench.play(.seconds(2))
        #expect(switches(bench, "door") == ["light on", "unlock on", "greet on"])
        #expect(switches(bench, "gate") == ["light on"])
        let entered = bench.events.compactMap { event in
            if case .zone("gate", let change) = event { change.zone } else { nil }
        }
        #expect(entered == ["far"])
    }

    @Test func theEndOfRangingSwitchesEverythingOff() {
        var bench = bench(["door"])
        bench.stage(.place("door", .metres(0.5)))
        bench.play(.seconds(2))
        bench.stop()
        #expect(switches(bench).suffix(3) == ["light off", "unlock off", "greet off"])
        bench.start()
        bench.play(.seconds(3))
        #expect(switches(bench).suffix(3) == ["light on", "unlock on", "greet on"])
    }

    @Test func inTheBackgroundTheAppSwitchesNothing() {
        var bench = PhoneBench(
            as: .quick(zones: Self.zones, features: Self.features, system: .iOS16, backgroundModes: true))
        bench.stage(.place("door", .metres(5)))
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        let security = LinkSecurity(isSecureConnections: true, isBonded: true)
        bench.carryOut(bench.phone.receive(.bluetooth("door", .encrypted(security)), at: bench.links.now))
        bench.start()
        #expect(bench.play(.seconds(3), until: { $0.distances("door").count > 4 }) == true)
        bench.carryOut(bench.phone.setBackground(true, at: bench.links.now))
        let before = bench.distances("door").count
        bench.stage(.place("door", .metres(0.5)))
        bench.play(.seconds(10))
        #expect(bench.distances("door").count == before && switches(bench).isEmpty)
        #expect(
            !bench.nearby().contains(.didRemove(reason: .timeout)) && !bench.nearby().contains(.sessionWasSuspended))
        bench.carryOut(bench.phone.setBackground(false, at: bench.links.now))
        bench.play(.seconds(2))
        #expect(switches(bench) == ["light on", "unlock on", "greet on"])
    }
}
