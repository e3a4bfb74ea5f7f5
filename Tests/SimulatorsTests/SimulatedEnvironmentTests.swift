import Ground
import Links
import NearbyInteraction
import Simulators
import Testing
import UWB

@Suite struct SurroundingsTests {
    private func bench(_ roles: [RangingRole], ranging: WorldModel = WorldModel()) -> EnvironmentBench {
        let names: [AccessoryName] = ["door", "gate"]
        let accessories = zip(names, roles).map { (name: $0, model: AccessoryBuild(role: $1)) }
        return EnvironmentBench(EnvironmentModel(accessories: accessories, ranging: ranging))
    }

    @Test(arguments: [RangingRole.initiator, .responder]) func kitAndAccessoryRange(role: RangingRole) throws {
        var bench = bench([role])
        bench.connect("door")
        let (accessory, shareable) = try bench.exchange(with: "door")
        #expect(accessory.role == role)
        let parameters = EnvironmentBench.parameters(accessory, shareable)
        bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        let seen = bench.measurements(of: shareable.sessionID, for: .seconds(2))
        #expect(seen.count == 2000 / Int(shareable.intervalMilliseconds))
        #expect(seen.allSatisfy { $0.distance != nil && abs(($0.distance?.metres ?? 0) - 2) < 0.3 })
        bench.write(.stop, to: "door")
        let after = bench.measurements(of: shareable.sessionID, for: .seconds(1))
        #expect(!after.isEmpty && after.allSatisfy { $0.distance == nil })
    }

    private static let mutations: [(name: String, change: @Sendable (inout RangingParameters) -> Void)] = [
        ("session id", { $0.sessionID ^= 1 }), ("type", { $0.deviceType = $0.deviceType.opposite }),
        ("role", { $0.role = $0.role.opposite }), ("own address", { $0.address = ShortMACAddress(rawValue: 0x7777) }),
        ("peer", { $0.peers = [ShortMACAddress(rawValue: 0x7777)] }), ("channel", { $0.channel = 5 }),
        ("preamble", { $0.preambleCode = 10 }), ("SFD", { $0.sfd = 0 }), ("RFRAME", { $0.rframe = 1 }),
        ("STS length", { $0.stsLength = 0 }), ("vendor id", { $0.vendorID = 0x004D }),
        ("IV", { $0.staticSTSIV = StaticSTSIV([9, 9, 9, 9, 9, 9]) }), ("slot duration", { $0.slotDurationRSTU = 2400 }),
        ("slots", { $0.slotsPerRound = 8 }), ("hopping", { $0.isHopping = true }),
        ("interval", { $0.rangingIntervalMilliseconds = 240 }), ("usage", { $0.roundUsage = 1 }),
        ("multi-node mode", { $0.isOneToMany = true }),
    ]

    @Test(arguments: 0..<18) func whatIsNotAgreedOnIsNotHeard(number: Int) throws {
        var bench = bench([.responder])
        bench.connect("door")
        let (accessory, shareable) = try bench.exchange(with: "door")
        var parameters = EnvironmentBench.parameters(accessory, shareable)
        Self.mutations[number].change(&parameters)
        bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        let seen = bench.measurements(of: parameters.sessionID, for: .seconds(2))
        #expect(!seen.isEmpty, "\(Self.mutations[number].name)")
        #expect(seen.allSatisfy { $0.distance == nil && $0.distance == nil })
    }

    @Test func everyMutationIsPlayed() { #expect(Self.mutations.count == 18) }

    @Test func twoAccessoriesHaveTheirOwnDistances() throws {
        var bench = bench([.initiator, .responder], ranging: WorldModel(noise: .zero))
        _ = bench.surroundings.stage(.place("door", .metres(1)), at: bench.now)
        _ = bench.surroundings.stage(.place("gate", .metres(4)), at: bench.now)
        for name in ["door", "gate"] as [AccessoryName] { bench.connect(name) }
        let door = try bench.exchange(with: "door", seed: 3)
        let gate = try bench.exchange(with: "gate", seed: 4)
        #expect(door.accessory.address != gate.accessory.address)
        for (accessory, shareable) in [door, gate] {
            let parameters = EnvironmentBench.parameters(accessory, shareable)
            bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        }
        bench.told = []
        bench.pass(.seconds(2))
        for (session, distance) in [(door.shareable.sessionID, 1.0), (gate.shareable.sessionID, 4.0)] {
            let seen = bench.told.flatMap { effect -> [RangingMeasurement] in
                if case .measurements(session, let list) = effect { list } else { [] }
            }
            #expect(seen.count > 8 && seen.allSatisfy { $0.distance == .metres(distance) })
        }
    }

    @Test func aDisconnectedAccessoryRangesNoMore() throws {
        var bench = bench([.initiator])
        bench.connect("door")
        let (accessory, shareable) = try bench.exchange(with: "door")
        let parameters = EnvironmentBench.parameters(accessory, shareable)
        bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        #expect(bench.measurements(of: shareable.sessionID, for: .seconds(1)).contains { $0.distance != nil })
        _ = bench.surroundings.disconnected("door", at: bench.now)
        #expect(bench.measurements(of: shareable.sessionID, for: .seconds(1)).allSatisfy { $0.distance == nil })
    }

    @Test func negativeDistancesGoOverTheWire() throws {
        var bench = bench([.initiator], ranging: WorldModel(noise: .zero, bias: .millimetres(-120)))
        _ = bench.surroundings.stage(.place("door", .zero), at: bench.now)
        bench.connect("door")
        let (accessory, shareable) = try bench.exchange(with: "door")
        let parameters = EnvironmentBench.parameters(accessory, shareable)
        bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        let seen = bench.measurements(of: shareable.sessionID, for: .seconds(1))
        #expect(!seen.isEmpty && seen.allSatisfy { $0.distance == .millimetres(-120) })
    }

    @Test func onlyTheLastOfTwoMovesArrives() {
        var bench = bench([.initiator])
        let speed = Speed.metresPerSecond(1)
        _ = bench.surroundings.stage(.move("door", from: .metres(5), to: .metres(1), at: speed), at: bench.now)
        bench.pass(.seconds(1))
        _ = bench.surroundings.stage(.move("door", from: .metres(4), to: .metres(9), at: speed), at: bench.now)
        bench.pass(Lapse(nanoseconds: 4_999_999_999))
        #expect(bench.arrived.isEmpty)
        bench.pass(Lapse(nanoseconds: 1))
        #expect(bench.arrived == ["door"])
    }
}
