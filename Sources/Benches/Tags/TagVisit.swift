public import Ground
public import Links
import NDEF
import OperatingSystem
public import Phone
public import RigKit
import ScenarioKit

/// An operation on a tag, played to its end on a bench.
public struct TagVisit {
    public private(set) var reader = ""
    public private(set) var identity: TagIdentity?
    public private(set) var others: [TagIdentity] = []
    public private(set) var ending: ReaderOperation.Ending?

    /// Brings the bench up, has the tag presented, and performs the operation.
    ///
    /// Throws a fault of the rig; after an interruption by a person, the operation has no ending.
    ///
    /// `ask` is called when a person has to hold the tag, and `warn` receives doubts about the bench.
    public init(
        _ task: ReaderOperation.Task, tag: TagEntry?, on rig: Rig, patience: Lapse,
        warn: @escaping (String) -> Void, ask: () -> Void
    ) throws(RigFault) {
        let needs: [Need] = [.nfc] + (tag.map { [.tag($0.name)] } ?? [])
        let bench = try BenchFactory.open(rig, needs: needs, seed: 1, warn: warn)
        defer { bench.close() }
        let links = InterruptibleLinks(bench, isLive: rig.kind != .simulated) { Interruption.isRequested }
        var operation = ReaderOperation(task, patience: patience)
        try carryOut(operation.begin(), presenting: tag, on: links, ask)
        while ending == nil {
            switch links.receive(until: operation.deadline ?? .never) {
            case .arrival(let arrival):
                switch arrival.inbound {
                case .reader(let event):
                    try carryOut(operation.receive(event, at: arrival.instant), presenting: tag, on: links, ask)
                case .fault(_, let fault): throw Self.fault(fault.what, fault.remedy, operation.writing)
                default: break
                }
            case .stoodStill: continue
            case .deadline: try carryOut(operation.advance(to: links.now), presenting: tag, on: links, ask)
            case .interrupted:
                // A write in progress is completed, because an interrupted one would leave the tag blank.
                if case .write = task, identity != nil { continue }
                return
            }
        }
    }

    /// Returns the rig's fault with the present content of a tag that was being written.
    private static func fault(_ what: String, _ remedy: String, _ progress: TagWriteProgress?) -> RigFault {
        guard let progress else { return RigFault(what, remedy: remedy) }
        return RigFault("\(what); of the tag: \(progress)", remedy: "\(remedy); read the tag before it is used")
    }

    private mutating func carryOut(
        _ effects: [ReaderOperation.Effect], presenting tag: TagEntry?, on links: any LinkSet, _ ask: () -> Void
    ) throws(RigFault) {
        for effect in effects {
            switch effect {
            case .request(let request): _ = links.send(.reader(request))
            case .ready(let name):
                reader = name
                // Ask for the tag only once the reader is open.
                if let tag { _ = links.send(.stage(.present(tag.name))) } else { ask() }
            case .found(let identity, let others): (self.identity, self.others) = (identity, others)
            case .ended(.readerLost(let reason, let progress)):
                throw Self.fault("the NFC reader was lost: \(reason)", "Look at its cable, and try again", progress)
            case .ended(let ending): self.ending = ending
            }
        }
    }
}
