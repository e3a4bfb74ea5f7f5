import Ground
import Links
import RigKit
import ScenarioKit
import Testing

@testable import Benches

@Suite struct BluetoothPlanTests {
    private let model = AccessoryModel(advertisedName: "Door")

    private func rig(_ bluetooth: BluetoothPort, _ accessories: [AccessoryEntry]) -> Rig {
        Rig(
            name: "bench", summary: "a bench", kind: .virtual, bluetooth: bluetooth, uwb: .none, nfc: .none,
            accessories: accessories, tags: [], motion: .none)
    }

    private func needs(_ names: AccessoryName...) -> [Need] { [.bluetooth] + names.map { .accessory($0) } }

    @Test("two accessories that the bench plays get two pairs of adapters")
    func pairs() throws {
        let rig = rig(
            .simulated, [AccessoryEntry("door", .simulated(model)), AccessoryEntry("gate", .simulated(model))])
        let plan = try BluetoothPlan(rig, needs: needs("door", "gate"))
        #expect(plan.made == 4)
        #expect(
            plan.centrals == [
                .init(adapter: .made(0), targets: [.played("door", model, on: 1)]),
                .init(adapter: .made(2), targets: [.played("gate", model, on: 3)]),
            ])
    }

    @Test("an accessory that the scenario does not need gets no adapter, nor does a scenario without Bluetooth")
    func unneeded() throws {
        let rig = rig(
            .simulated, [AccessoryEntry("door", .simulated(model)), AccessoryEntry("gate", .simulated(model))])
        let plan = try BluetoothPlan(rig, needs: needs("gate"))
        #expect(plan.centrals == [.init(adapter: .made(0), targets: [.played("gate", model, on: 1)])])
        let none = try BluetoothPlan(rig, needs: [.nfc, .tag("doorTag")])
        #expect(none.made == 0 && none.centrals.isEmpty)
    }

    @Test("one adapter of the phone serves all accessories that are really there")
    func hardware() throws {
        let rig = rig(
            .adapter(1), [AccessoryEntry("door", .le(.name("Door"))), AccessoryEntry("gate", .le(.name("Gate")))])
        let plan = try BluetoothPlan(rig, needs: needs("door", "gate"))
        let targets: [BluetoothPlan.Target] = [.selected("door", .name("Door")), .selected("gate", .name("Gate"))]
        #expect(plan.made == 0)
        #expect(plan.centrals == [.init(adapter: .existing(1), targets: targets)])
    }

    @Test("adapters that cannot hear each other are refused before anything is opened, with what to write instead")
    func apart() throws {
        let played = rig(.adapter(0), [AccessoryEntry("door", .simulated(model))])
        let selected = rig(.simulated, [AccessoryEntry("door", .le(.name("Door")))])
        let first = #expect(throws: RigFault.self) { try BluetoothPlan(played, needs: needs("door")) }
        #expect(first?.remedy.contains("--port door=le:") == true)
        let second = #expect(throws: RigFault.self) { try BluetoothPlan(selected, needs: needs("door")) }
        #expect(second?.remedy.contains("--port bluetooth=hci0") == true)
        let absurd = rig(.adapter(70_000), [AccessoryEntry("door", .le(.name("Door")))])
        #expect(throws: RigFault.self) { try BluetoothPlan(absurd, needs: needs("door")) }
    }

    @Test("four accessories fit one btvirt, and five are refused")
    func limit() throws {
        let names: [AccessoryName] = ["a", "b", "c", "d", "e"]
        let five = rig(.simulated, names.map { AccessoryEntry($0, .simulated(model)) })
        #expect(try BluetoothPlan(five, needs: needs("a", "b", "c", "d")).made == 8)
        let fault = #expect(throws: RigFault.self) { try BluetoothPlan(five, needs: needs("a", "b", "c", "d", "e")) }
        #expect(fault?.what.contains("5 accessories") == true)
    }
}
