import Evidence
import Foundation
import Gate
import GateKit
import Reports
import TestSupport
import Testing

@testable import Runs

/// Another firmware that is written in the middle of a gate, for every kind of candidate.
@Suite struct ChangedFirmwareTests {
    /// Returns an accessory that reports version and hash, and whose firmware is replaced after a number of
    /// connections.
    private static func swapping(after connections: Int) -> String {
        "firmware=1.2.3.4,imageHash=\(Shelf.imageHash),firmwareTrouble=swaps,swapAfter=\(connections),name=Door"
    }

    @Test("firmware that is swapped in the middle contradicts the image, and the gate does not pass")
    func image() throws {
        var shelf = try Shelf()
        var request = try shelf.request()
        request.candidate = try shelf.image()
        // Two readings and five runs make seven connections.
        shelf.fields = Self.swapping(after: 7)
        #expect(shelf.play(request) == 0)
        shelf.fields = Self.swapping(after: 3)
        request.folder = shelf.scratch("second")
        #expect(shelf.play(request) == 3)
        let document = try shelf.document(folder: "second")
        #expect(document.firmware.identity.level == .contradicted && document.result == .error)
        #expect(document.firmware.identity.readings.first?.level == .proved, "it ran when the gate began")
        #expect(document.scenarios.first?.trials == 0, "no run can be assigned to a firmware")
        #expect(try shelf.verify(folder: "second").problems == [])
    }

    @Test("an accessory that changes what it reports contradicts itself, even if the file is no image")
    func plain() throws {
        var shelf = try Shelf()
        shelf.fields = Self.swapping(after: 3)
        #expect(shelf.play(try shelf.request()) == 3)
        let identity = try shelf.document().firmware.identity
        #expect(identity.level == .contradicted && identity.readings.first?.level == .flashed)
        #expect(try shelf.verify().problems == [] && shelf.verify().status == .rigWrong)
    }

    @Test("a change across an interruption is detected too, and verification finds the same")
    func resumed() throws {
        var shelf = try Shelf()
        shelf.fields = Self.swapping(after: 20)
        #expect(shelf.play(try shelf.request()) == 0)
        try Forger(folder: shelf.scratch("gate")).cut(afterRuns: 2, remembering: shelf.scratch("state"))
        // The reading after the last run had not been made by then.
        let place = shelf.scratch("gate/identity")
        for name in Scratch.names(in: place) ?? [] where name.hasPrefix("002-") {
            try FileManager.default.removeItem(atPath: "\(place)/\(name)")
        }
        shelf.fields = Self.swapping(after: 1)
        #expect(shelf.play(try shelf.request(resumes: true)) == 3)
        #expect(try shelf.document().firmware.identity.level == .contradicted)
        #expect(try shelf.document().scenarios.first?.runs.count == 2, "nothing more is played")
        let problems = try shelf.verify().problems
        #expect(problems == [], "\(problems)")
    }

    @Test("two firmwares that are written in turn report different things and contradict nothing")
    func inTurn() throws {
        let shelf = try Shelf()
        let plan = Shelf.plan(.noWorseRate(margin: .percent(50), runs: 12))
        #expect(shelf.play(try shelf.request(plan, candidate: "new", baseline: "TRAMMEL-TEST")) == 0)
        let document = try shelf.document()
        #expect(document.firmware.identity.level == .flashed)
        #expect(document.baseline?.firmware.identity.level == .flashed)
        #expect(try shelf.verify().problems == [])
    }
}
