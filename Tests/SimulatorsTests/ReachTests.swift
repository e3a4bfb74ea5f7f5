import Foundation
import Ground
import RigKit
import Simulators
import Testing

/// The range of ultra-wideband in the simulated air, and the effect of walls.
@Suite struct ReachTests {
    @Test func lossesRiseOverTheEdgeAndNotBefore() {
        let reach = UWBReach(whole: .metres(30), end: .metres(40))
        let losses = [0, 30, 31, 35, 39.999, 40, 400].map { reach.lossPermille(at: .metres($0)) }
        #expect(losses == [0, 0, 100, 500, 999, 1000, 1000])
        #expect(UWBReach(whole: .metres(5), end: .metres(3)).lossPermille(at: .metres(5.001)) == 1000)
    }

    @Test func wallsTakeTheirShareOfWhatIsBehindThem() {
        let house = WorldModel(
            noise: .zero, reach: nil,
            walls: [
                Wall(at: .metres(3), lossPermille: 500, bias: .metres(0.1)), Wall(at: .metres(6), lossPermille: 500),
            ])
        #expect([3, 3.001, 6.001].map { house.lossPermille(at: .metres($0)) } == [0, 500, 750])
        #expect([3, 4, 7].map { house.wallBias(at: .metres($0)) } == [.zero, .metres(0.1), .metres(0.1)])
        #expect(WorldModel(reach: nil, walls: [.concrete(at: .metres(1))]).lossPermille(at: .metres(1.1)) == 1000)
    }

    @Test func theAirMeasuresAsItsReachAndItsWallsAllow() {
        var generator = SeededGenerator(seed: 1)
        let world = WorldModel(noise: .zero, walls: [Wall(at: .metres(3), lossPermille: 0, bias: .metres(0.5))])
        #expect(world.measure(.metres(2), using: &generator) == .measured(centimetres: 200, lineOfSight: true))
        #expect(world.measure(.metres(4), using: &generator) == .measured(centimetres: 450, lineOfSight: true))
        let far = (0..<1000).filter { _ in world.measure(.metres(35), using: &generator) == .lost }.count
        #expect((400...600).contains(far))
        #expect(world.measure(.metres(40), using: &generator) == .lost)
    }

    @Test func aWorldOfAnOlderFileHasNoEnd() throws {
        let text = """
            {"bias":0,"biasSpread":0,"lossPermille":0,"measuresAngles":true,"noise":40,"nonLineOfSightBias":200,\
            "nonLineOfSightLossPermille":0,"nonLineOfSightPermille":0}
            """
        let distance = String(decoding: try JSONEncoder().encode(Distance.millimetres(40)), as: UTF8.self)
        let zero = String(decoding: try JSONEncoder().encode(Distance.zero), as: UTF8.self)
        let old = text.replacingOccurrences(of: "\"noise\":40", with: "\"noise\":\(distance)")
            .replacingOccurrences(of: "\"nonLineOfSightBias\":200", with: "\"nonLineOfSightBias\":\(zero)")
            .replacingOccurrences(of: "\"bias\":0", with: "\"bias\":\(zero)")
            .replacingOccurrences(of: "\"biasSpread\":0", with: "\"biasSpread\":\(zero)")
        let world = try JSONDecoder().decode(WorldModel.self, from: Data(old.utf8))
        #expect(world.reach == nil && world.walls.isEmpty && world.noise == .millimetres(40))
        let house = WorldModel.realistic.behind([.plaster(at: .metres(6))])
        #expect(try JSONDecoder().decode(WorldModel.self, from: JSONEncoder().encode(house)) == house)
    }
}
