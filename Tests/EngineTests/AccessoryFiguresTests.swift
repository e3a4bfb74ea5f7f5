import Foundation
import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import Rigs
import ScenarioKit
import Scenarios
import Testing
import UWB
import Wording

@testable import Engine

/// The figures that every run keeps of its accessories.
@Suite struct AccessoryFiguresTests {
    private static let token = DiscoveryToken(
        AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 7)))

    private static func figures(_ scenario: Scenario) -> [String: [Measured]] {
        let summary = play(scenario).summary
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        return Dictionary(grouping: summary.measured.filter { $0.subject != nil }, by: \.name)
    }

    @Test("a run with ranging keeps more than a dozen, although the scenario limits none")
    func names() throws {
        let scenario = Scenario("plain", "Ranges for a while") {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Await(.ranging(.door), count: .atLeast(5), within: .seconds(5))
            Stop(.door, within: .seconds(5))
        }
        let figures = Self.figures(scenario)
        let names = [
            "link", "discovery", "connect", "configuration", "start", "exchange", "first distance", "stop", "interval",
            "longest interval", "availability", "retries", "ATT_MTU", "response",
        ]
        #expect(Set(figures.keys) == Set(names.map { "door: \($0)" }), "\(figures.keys.sorted())")
        func span(_ name: String) throws -> Lapse {
            guard case .span(let span) = try #require(figures["door: \(name)"]?.first).value else {
                throw Mismatch(name: name)
            }
            return span
        }
        #expect(try span("link") + span("discovery") == span("connect"))
        #expect(try span("configuration") + span("start") == span("exchange"), "the phone answers at once")
        #expect(figures["door: retries"]?.map(\.value) == [.count(0)])
        #expect(figures["door: availability"]?.map(\.value) == [.share(.percent(100))])
        let rounds = try #require(figures["door: availability"]?.first?.times)
        #expect(figures["door: interval"]?.first?.times == rounds - 1)
    }

    @Test("a response counts from its own request, and nothing that the link's end left open")
    func responses() throws {
        var times = ResponseTimes()
        func send(_ bytes: [UInt8], to name: AccessoryName = "door", at milliseconds: Int) {
            times.note(.bluetooth(name, .frame(bytes)), at: .start + .milliseconds(milliseconds))
        }
        func receive(_ bytes: [UInt8], from name: AccessoryName = "door", at milliseconds: Int) {
            times.note(Arrival(.bluetooth(name, .frame(bytes)), at: .start + .milliseconds(milliseconds)))
        }
        send([0x0A, 3, 0], at: 0)
        send([0x02, 0x17, 0], to: "trunk", at: 5)
        // Notifications, commands and the accessory's own requests answer nothing.
        receive([0x1B, 8, 0, 1], at: 10)
        receive([0x02, 0x17, 0], at: 11)
        send([0x03, 0x17, 0], at: 12)
        send([0x52, 6, 0, 0x0A], at: 15)
        receive([0x0B, 7], at: 30)
        receive([0x0B, 7], at: 35)
        send([0x12, 6, 0, 0x0A], at: 40)
        receive([0x01, 0x12, 6, 0, 0x05], at: 50)
        send([0x0A, 3, 0], at: 60)
        times.note(.bluetooth("door", .connect(within: .seconds(5))), at: .start + .seconds(1))
        receive([0x0B, 7], at: 2_000)
        receive([0x03, 0x17, 0], from: "trunk", at: 12)
        let told = times.measured
        #expect(told.map(\.name) == ["door: response", "trunk: response"])
        #expect(told.map(\.value) == [.span(.milliseconds(20)), .span(.milliseconds(7))])
        #expect(told.map(\.times) == [2, 1])
    }

    @Test("every figure of every scenario has a meaning, and the guide lists them all")
    func meanings() throws {
        var names: Set<String> = []
        for scenario in Scenario.all where ScenarioRun.reasonToSkip(scenario, on: .simulated) == nil {
            names.formUnion(play(scenario).summary.measured.filter { $0.subject != nil }.map(\.what))
        }
        #expect(names.count > 20)
        for name in names { #expect(Measured.meaning(of: "door: \(name)") != nil, "\(name)") }
        #expect(Measured.meaning(of: "distance") == nil && Measured.meaning(of: "A crossed") == nil)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Scenarios/RUNNING.md"), encoding: .utf8)
        let part = try #require(guide.components(separatedBy: "| figure | is |\n").last)
        let table = try #require(part.components(separatedBy: "\n\n").first)
        let listed = table.split(separator: "\n").flatMap { row in
            row.split(separator: "|").first?.matches(of: #/`([^`]+)`/#).map { String($0.1) } ?? []
        }
        let known = Set(Measured.figureNames).subtracting(Measured.rigFigures)
        #expect(Set(listed) == known.union(["A entered", "A left"]), "\(Set(listed).symmetricDifference(known))")
    }

    private struct Mismatch: Error { let name: String }

    @Test("an exchange that the rig disturbed is not the accessory's")
    func tampered() {
        let disturbed = Scenario("disturbed", "Loses a message") {
            Connect(.door, within: .seconds(5))
            Losing(.shareableConfiguration, times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                Expect(.retry(.door), count: 1)
                Expect(.ranging(.door))
            }
            Stop(.door, within: .seconds(5))
        }
        let figures = Self.figures(disturbed)
        #expect(figures["door: exchange"] == nil && figures["door: first distance"] == nil)
        #expect(figures["door: retries"]?.map(\.value) == [.count(0)], "the rig made it try again")
        #expect(figures["door: availability"] == nil && figures["door: start"] == nil)
    }

    @Test("the time in which a person answers the system is not the accessory's")
    func prompt() {
        var log = SampleLog()
        func note(_ event: PhoneEvent, at milliseconds: Int) {
            log.note(event, truth: { _ in (nil, nil) }, at: Instant.start + .milliseconds(milliseconds))
        }
        note(.sent(accessory: .door, message: .initialize), at: 0)
        note(.nearby(accessory: .door, event: .received(message: .configuration)), at: 20)
        note(.nearby(accessory: .door, event: .prompted), at: 20)
        note(.nearby(accessory: .door, event: .answered(answer: .allowWhileInUse)), at: 4_020)
        note(.sent(accessory: .door, message: .shareableConfiguration), at: 4_020)
        note(.nearby(accessory: .door, event: .received(message: .didStart)), at: 4_070)
        let spans = log.figures.measured.filter { $0.what == "exchange" }.map(\.value)
        #expect(spans == [.span(.milliseconds(70))])
        #expect(log.spans(.exchange, of: .door, since: SampleLog.Mark()) == [.milliseconds(70)])
    }

    @Test("a round in which the kit itself failed is not the accessory's")
    func kit() {
        var log = SampleLog()
        func note(_ event: PhoneEvent, at milliseconds: Int) {
            log.note(event, truth: { _ in (nil, nil) }, at: Instant.start + .milliseconds(milliseconds))
        }
        for (number, failure) in [nil, RangingFailure.transmission, nil].enumerated() {
            note(.kitRound(accessory: .door, failure: failure), at: number * 200)
            let distance: Distance? = failure == nil ? .metres(2) : nil
            note(
                .nearby(
                    accessory: .door, event: .didUpdate(object: NearbyObject(token: Self.token, distance: distance))),
                at: number * 200)
        }
        let availability = log.figures.measured.first { $0.what == "availability" }
        #expect(availability?.value == .share(.percent(100)) && availability?.times == 2)
        #expect(!log.figures.measured.contains { $0.what == "interval" }, "no interval spans the kit's failure")
    }

    @Test("distances of two sessions have no interval between them, and nothing measured leaves no figure")
    func intervals() {
        var log = SampleLog()
        func round(at milliseconds: Int, _ distance: Distance?, truth: Distance? = nil) {
            log.note(
                .nearby(
                    accessory: .door, event: .didUpdate(object: NearbyObject(token: Self.token, distance: distance))),
                truth: { _ in (truth, nil) }, at: Instant.start + .milliseconds(milliseconds))
        }
        #expect(log.figures.measured == [])
        for time in [0, 200, 400] { round(at: time, .metres(2), truth: .metres(1.9)) }
        round(at: 600, nil)
        log.note(.sent(accessory: .door, message: .stop), truth: { _ in (nil, nil) }, at: Instant.start + .seconds(1))
        for time in [9_000, 9_300] { round(at: time, .metres(2.2), truth: .metres(2)) }
        let measured = log.figures.measured
        func value(_ what: String) -> Quantity? { measured.first { $0.what == what }?.value }
        #expect(value("interval") == .span(Lapse(nanoseconds: 233_333_333)))
        #expect(value("longest interval") == .span(.milliseconds(300)))
        #expect(value("availability") == .share(Share(permille: 833)))
        #expect(value("bias") == .distance(.metres(0.14)) && value("spread") == .distance(Distance(millimetres: 55)))
        #expect(measured.first { $0.what == "bias" }?.times == 5)
    }
}
