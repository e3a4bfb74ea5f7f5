import ArgumentParser
import Benches
import Ground
import Links
import NDEF
import Phone
import Reports
import RigKit
import ScenarioKit

/// The bench and the tag that a tag command works with.
struct TagBenchOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Which of the rig's tags; with a tag held by hand there is no need to name it.", valueName: "tag"))
    var tag: String?

    @OptionGroup var bench: BenchOptions

    @Option(help: ArgumentHelp("How long to wait for the tag, in seconds.", valueName: "seconds"))
    var within = 30

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring a virtual rig up on this very machine, which needs root and the kernel's modules.")
    var noVM = false

    func validate() throws {
        guard (1...86_400).contains(within) else { throw ValidationError("--within takes 1 to 86400 seconds.") }
        let rig = try bench.soundRig()
        guard rig.nfc != .none else { throw ValidationError("the rig \(rig.name) has no NFC reader.") }
        _ = try entry(on: rig)
    }

    /// Does the errand on the rig; a fault of the rig ends the command with its status.
    func play(_ task: TagErrand.Task) throws -> TagVisit {
        Interruption.listen()
        let rig = try bench.soundRig()
        do {
            return try TagVisit(task, tag: try entry(on: rig), on: rig, patience: .seconds(within))
        } catch let fault as RigFault {
            let trouble = CommandTrouble(what: fault.what, remedy: fault.remedy)
            throw ExitCode(CommandStatus.nothingShown.worsened(by: trouble).rawValue)
        }
    }

    /// The same command in a machine of its own; nil when the rig needs none.
    func playInMachine(_ words: [String]) throws -> Int32? {
        let rig = try bench.soundRig()
        guard rig.kind == .virtual, !noVM else { return nil }
        var words = words
        if let tag { words.insert(tag, at: 2) }
        words += ["--rig", rig.name, "--no-vm", "--within", "\(within)"]
        words += bench.overrides.words
        do throws(CommandTrouble) { return try OwnMachine.run(words) } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    /// The tag that the bench itself presents; nil when a person holds it.
    private func entry(on rig: Rig) throws -> TagEntry? {
        if let tag {
            let known = rig.tags.map(\.name.rawValue)
            guard let entry = rig.tags.first(where: { $0.name.rawValue == tag }) else {
                let hint = suggestion(for: tag, in: known)
                throw ValidationError("the rig \(rig.name) has no tag \(tag.escapedForDisplay)\(hint)")
            }
            return entry.port == .hand ? nil : entry
        }
        let presented = rig.tags.filter { $0.port != .hand }
        guard presented.count > 1 else { return presented.first }
        let names = presented.map(\.name.rawValue).joined(separator: ", ")
        throw ValidationError("say which tag of the rig \(rig.name): \(names).")
    }
}

/// One errand, played to its end on a bench.
struct TagVisit {
    private(set) var reader = ""
    private(set) var identity: TagIdentity?
    private(set) var others: [TagIdentity] = []
    private(set) var ending: TagErrand.Ending?

    /// Brings the bench up, has the tag presented, and does the errand.
    ///
    /// Throws the rig's fault; a person who wants the end gives an errand without an ending.
    fileprivate init(
        _ task: TagErrand.Task, tag: TagEntry?, on rig: Rig, patience: Span
    ) throws(RigFault) {
        let needs: [Need] = [.nfc] + (tag.map { [.tag($0.name)] } ?? [])
        let bench = try BenchFactory.open(rig, needs: needs, seed: 1, warn: Doubt.tell)
        defer { bench.close() }
        let links = InterruptibleLinks(bench, isLive: rig.kind != .simulated) { Interruption.isRequested }
        var errand = TagErrand(task, patience: patience)
        if tag == nil { StandardOutput.error.write("Hold the tag to the reader, and leave it there.\n") }
        try carryOut(errand.begin(), presenting: tag, on: links)
        while ending == nil {
            switch links.receive(until: errand.deadline ?? .never) {
            case .arrival(let arrival):
                switch arrival.inbound {
                case .reader(let event):
                    try carryOut(errand.receive(event, at: arrival.instant), presenting: tag, on: links)
                case .fault(_, let fault): throw Self.fault(fault.what, fault.remedy, errand.writing)
                case .bluetooth, .kit, .stage, .console: break
                }
            case .stoodStill: continue
            case .deadline: try carryOut(errand.advance(to: links.now), presenting: tag, on: links)
            case .interrupted:
                // What is being written is brought to its end: a tag left in between would be blank.
                if case .write = task, identity != nil { continue }
                return
            }
        }
    }

    /// The rig's fault, with what a tag that was being written holds now.
    private static func fault(_ what: String, _ remedy: String, _ progress: TagWriteProgress?) -> RigFault {
        guard let progress else { return RigFault(what, remedy: remedy) }
        return RigFault("\(what); of the tag: \(progress)", remedy: "\(remedy); read the tag before it is used")
    }

    private mutating func carryOut(
        _ effects: [TagErrand.Effect], presenting tag: TagEntry?, on links: any LinkSet
    ) throws(RigFault) {
        for effect in effects {
            switch effect {
            case .request(let request): _ = links.send(.reader(request))
            case .ready(let name):
                reader = name
                if let tag { _ = links.send(.stage(.present(tag.name))) }
            case .found(let identity, let others): (self.identity, self.others) = (identity, others)
            case .ended(.readerLost(let reason, let progress)):
                throw Self.fault("the NFC reader was lost: \(reason)", "Look at its cable, and try again", progress)
            case .ended(let ending): self.ending = ending
            }
        }
    }
}
