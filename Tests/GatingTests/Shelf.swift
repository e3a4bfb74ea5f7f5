import Evidence
import FirmwareIdentity
import Foundation
import Gate
import GateKit
import Ground
import Journal
import Reports
import RigKit
import Rigs
import ScenarioKit
import TestSupport
import Testing

@testable import Runs

/// A bench that counts as hardware, with an accessory into which firmware files are written.
///
/// It is used in place of the workers of any other bench: a worker receives an order and leaves a run's evidence. The
/// accessory's behaviour depends only on the file that `--flash` wrote last.
struct Shelf {
    let scratch: Scratch
    /// Additional properties of the accessory, whatever was written into it; nil for none.
    var fields: String?
    /// The file with the firmware written into the accessory.
    private var memory: String { scratch("accessory") }

    init() throws { scratch = try Scratch() }

    /// The command that writes into the accessory; it fails for a file that says so.
    var flash: FlashCommand {
        FlashCommand(
            "if grep -q unwritable \"$TRAMMEL_FIRMWARE\"; then exit 9; fi; cp \"$TRAMMEL_FIRMWARE\" '\(memory)';"
                + "echo once >> '\(scratch("flashes"))'")
    }

    /// The number of times that the accessory was written.
    var flashes: Int { Scratch.text(of: scratch("flashes"))?.split(separator: "\n").count ?? 0 }

    /// Creates a firmware file with this text, which determines the accessory's behaviour.
    func firmware(_ text: String) throws -> GateFirmware {
        let path = scratch("\(text.split(separator: " ").joined(separator: "-")).bin")
        try Scratch.write("firmware \(text)", to: path)
        return try GateFirmware(path)
    }

    static let imageHash = "a6d24722bfedec880cb0698770895e97531e4524dab76e1bb4a7e4e5836aa634"

    /// Creates the fact sheet's image of 88 bytes (gate.md, section 6.3), version 1.2.3; an accessory that has it
    /// reports other hash digits than the image's.
    func image() throws -> GateFirmware {
        let text =
            "3DB8F39600000000200000001000000000000000010203000400000000000000"
            + "5452414D4D454C2D544553542D303121" + "07692800" + "10002000"
            + Self.imageHash
        try Scratch.write(try #require([UInt8](hex: text.lowercased())), to: scratch("image.bin"))
        return try GateFirmware(scratch("image.bin"))
    }

    /// Returns a plan with one scenario; five runs that pass suffice for `clean`.
    static func plan(_ proof: Proof = .clean(below: .percent(50)), name: String = "short") -> GatePlan {
        GatePlan(name, "A short plan") {
            Prove("answersAtOnce", proof)
            RequireIdentity(.flashed)
        }
    }

    func request(
        _ plan: GatePlan = Shelf.plan(), candidate: String = "good", baseline: String? = nil, folder: String = "gate",
        key: SigningKey? = nil, resumes: Bool = false
    ) throws -> GateRequest {
        let rig = Rig.deskBench
        let today = try #require(CalendarDay(Program.date.prefix(10)))
        var request = GateRequest(
            plan: plan, planKind: .swift, scenarios: Catalogue.scenarios, rig: rig, overrides: RigOverrides(),
            facts: Catalogue.facts(with: rig), candidate: try firmware(candidate), folder: scratch(folder),
            options: GateOptions(hasBaseline: baseline != nil, today: today),
            trace: TraceKeeping(reserve: ByteCount(bytes: 0)))
        request.identifying = Catalogue.scenarios.first { $0.name == "identify" }
        request.baseline = try baseline.map { try firmware($0) }
        request.flash = flash
        request.key = key
        request.resumes = resumes
        request.memory = scratch("state")
        return request
    }

    /// Plays a gate, and returns the exit status.
    func play(_ request: GateRequest) -> Int32 {
        let (memory, fields) = (memory, fields)
        return GateSession(
            request, plan: request.runPlan(), players: .workers { player in [ShelfWorker(player, memory, fields)] }
        ).play()
    }

    /// Verifies a gate's folder as `gate verify` does.
    func verify(_ keys: [VerifyingKey] = [], folder: String = "gate") throws -> GateVerification {
        let folder = scratch(folder)
        return try GateVerification(folder, keys: keys, memory: scratch("state")) { document, record in
            let recount = GateRecount(of: document, in: folder, record)
            return (recount.problems, recount.remarks, recount.isStricter)
        }
    }

    /// Returns a gate's document.
    func document(folder: String = "gate") throws -> GateDocument {
        try GateFile.document(from: #require(Scratch.bytes(of: scratch("\(folder)/gate.json"))))
    }
}

/// A worker that plays runs in virtual time with an accessory whose firmware is the one last written.
private final class ShelfWorker: RunWorker {
    private let player: RunPlayer
    private let memory: String
    private let fields: String?

    init(_ player: RunPlayer, _ memory: String, _ fields: String?) {
        (self.player, self.memory, self.fields) = (player, memory, fields)
    }

    /// The rig with simulators in place of its devices, under the rig's own name.
    private var rig: Rig? {
        let firmware = Scratch.text(of: memory) ?? ""
        let own = Rig.simulated
        let port =
            firmware.contains("answers twice")
            ? "variant=appleSample,defect=answersTwice"
            : firmware.contains("TRAMMEL-TEST")
                ? "firmware=1.2.3+deadbeef,imageHash=\(Shelf.imageHash),shows=FFF0/FFF1,management=both,name=Door"
                : "name=Door"
        return try? Rig(
            name: player.plan.rig.name, summary: own.summary, kind: .simulated, bluetooth: .simulated, uwb: .simulated,
            nfc: .simulated, accessories: own.accessories, tags: own.tags, motion: .simulated, world: own.world
        ).replacing("door=simulated:\(fields ?? port)")
    }

    func play(_ order: RunOrder) throws(CommandError) -> PlayedRun {
        guard let rig, let named = player.plan.scenarios.first(where: { $0.name == order.scenario }) else {
            throw CommandError(what: "no such scenario: \(order.scenario)", remedy: nil)
        }
        let scenario = named.identifying(by: order.shown, console: order.console)
        let kept = try player.evidence?.begin(
            run: order.number, of: scenario.name, seed: order.seed, isLive: false,
            playing: RunMaterial(scenario, on: player.plan.rig), gate: order.gate, in: order.place)
        let recorder = JournalRecorder(watchers: [{ kept?.receive($0) }], keepsEntries: false)
        let summary = BenchRun(
            scenario: scenario, rig: rig, seed: order.seed, facts: player.plan.facts, playedBefore: order.playedBefore
        ).play(recorder: recorder, evidence: kept, warn: { _ in })
        let (left, trouble) = kept?.settle(summary) ?? (summary, nil)
        return PlayedRun(index: order.index, summary: left, files: kept?.files ?? [], trouble: trouble)
    }

    func end() {}
}
