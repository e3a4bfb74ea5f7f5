public import Evidence
public import Ground
import JSON
import Journal
public import NearbyInteraction
import OperatingSystem
import Recordings
public import Reports
import Runs
public import Wording

/// The result of judging a field capture by itself, for all its accessories.
public struct CaptureJudgement {
    public let accessories: [CapturedAccessory]
    /// The place where the file cannot be read on; nil for a whole one.
    public let damage: String?
    /// Remarks on what was recognised, doubtful or missing in another program's capture.
    private let remarks: [String]

    /// Judges a capture of another program, a trace, or the folder of a run.
    public init(
        of name: String, accessories: [AccessoryName] = [], channel: DataChannelProfile? = nil
    ) throws(CommandError) {
        var judge = CaptureJudge()
        var damage: String?
        var remarks: [String] = []
        let isFolder = Files.kind(of: name) == .folder
        let file = isFolder ? nil : try CaptureFile(name)
        if let file, !OwnTrace.is(file.path) {
            let source = CaptureSource(file, named: name, accessories: accessories, channel: channel)
            let plan = try source.survey()
            remarks = plan.remarks
            try source.read(plan, by: Program.name) { events throws(CommandError) in
                for event in events { judge.receive(event) }
            }
            damage = plan.damage.map { "\($0)" }
        } else {
            let trace = try ShownTrace(file?.path ?? name, tell: Warning.tell(of:))
            guard accessories.isEmpty else {
                throw CommandError(
                    what: "\(name) is a trace, which names its accessories itself", remedy: "Leave --accessory out")
            }
            do throws(CommandError) {
                try trace.read { judge.receive($0.naming(channel)) }
            } catch {
                damage = error.what
            }
        }
        self.init(judge.judged(), damage: damage, remarks: remarks)
    }

    public init(_ accessories: [CapturedAccessory], damage: String? = nil, remarks: [String] = []) {
        (self.accessories, self.damage, self.remarks) = (accessories, damage, remarks)
    }

    /// The accessories' own faults, in the order of the frames.
    public var faults: [CapturedFinding] {
        accessories.filter(\.isJudged).flatMap(\.findings).filter(\.isFaultOfAccessory)
            .sorted { $0.frame < $1.frame }
    }

    /// The codes of the first faulty accessory's faults and warnings, for a diagnosis.
    public var codes: Set<FailureCode> {
        Set(
            accessories.filter { $0.name == faults.first?.accessory }.flatMap(\.findings)
                .filter { $0.party == .accessory && $0.weight != .note }.map(\.code))
    }

    public var status: CommandStatus {
        if !faults.isEmpty { return .failed }
        if damage != nil { return .rigWrong }
        return accessories.contains(where: \.isJudged) ? .passed : .nothingShown
    }

    /// The result in one sentence.
    public var headline: Sentence {
        if let first = faults.first {
            let mayLackPackets = accessories.contains { $0.name == first.accessory && $0.isOfOtherProgram }
            return .capturedFault(
                of: first.accessory, first.text, first.code, frame: first.frame, more: faults.count - 1,
                ifComplete: mayLackPackets && first.restsOnAbsence)
        }
        let judged = accessories.filter(\.isJudged)
        guard judged.isEmpty else { return .capturedNoFault(of: judged.map(\.name)) }
        let elsewhere = accessories.reduce(0) { $0 + $1.messagesElsewhere }
        return elsewhere > 0 ? .capturedElsewhere(elsewhere) : .capturedNothing
    }

    /// The result, its likely causes, and everything found, as lines for people.
    public func lines(causes: [Sentence]) -> [String] {
        var lines = Paragraph.lines("", headline, indent: 2)
        lines += causes.flatMap { Paragraph.lines("  ", $0, indent: 4) }
        for accessory in accessories where accessory.isJudged || !accessory.findings.isEmpty {
            lines += [""] + Self.lines(of: accessory)
        }
        let others = accessories.filter { !$0.isJudged && $0.findings.isEmpty }.map(\.name)
        if !others.isEmpty, others.count < accessories.count {
            lines += [""] + Paragraph.lines("", Sentence.capturedOthers(others), indent: 2)
        }
        if !remarks.isEmpty { lines += [""] + remarks.flatMap { Paragraph.lines("remark: ", $0, indent: 2) } }
        if let damage { lines += [""] + Paragraph.lines("", Sentence.capturedDamage(damage), indent: 2) }
        return lines
    }

    private static func lines(of accessory: CapturedAccessory) -> [String] {
        var lines = Paragraph.lines("", extent(of: accessory), indent: 2)
        var groups: [(finding: CapturedFinding, times: Int)] = []
        for finding in accessory.findings {
            if let place = groups.firstIndex(where: { group in
                group.finding.code == finding.code && group.finding.text == finding.text
                    && group.finding.party == finding.party
            }) {
                groups[place].times += 1
            } else {
                groups.append((finding, 1))
            }
        }
        for (finding, times) in groups.sorted(by: { $0.finding.weight.rank > $1.finding.weight.rank }) {
            lines += Paragraph.lines(
                "  \(finding.weight.rawValue.padded(to: 8)) ",
                Sentence.captured(
                    finding.text, finding.code, of: finding.party, frame: finding.frame, at: finding.instant,
                    times: times))
        }
        if accessory.findingsBesides > 0 { lines.append("  and \(accessory.findingsBesides) more") }
        let figures = VerdictText.told(accessory.figures.map { Measured($0.what, $0.value, times: $0.times) })
        if !figures.isEmpty {
            lines += Paragraph.lines("  figures  ", figures.map { $0.description }.joined(separator: ", "))
        }
        for reason in accessory.notJudged { lines += Paragraph.lines("  not judged: ", reason, indent: 4) }
        return lines
    }

    private static func extent(of accessory: CapturedAccessory) -> Sentence {
        .capturedExtent(
            of: accessory.name, connections: accessory.connections, initializes: accessory.initializes,
            starts: accessory.starts, stops: accessory.stops)
    }

    /// The judgement as a JSON document for other programs.
    public func json(causes: [(defect: String, share: Double)]) -> [UInt8] {
        JSON.document(Document(self, causes))
    }
}

extension TraceEvent {
    /// Returns the event, with this data channel for all accessories of a header.
    fileprivate func naming(_ channel: DataChannelProfile?) -> TraceEvent {
        guard let channel, case .began(var header) = self else { return self }
        for name in header.accessories { header.channels[name] = channel }
        return .began(header)
    }
}

extension Finding.Weight {
    fileprivate var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .fault: 2
        }
    }
}

/// The fields of the document.
private struct Document: Encodable {
    struct Accessory: Encodable {
        struct Found: Encodable {
            let code, party, weight, meaning: String
            let frame: Int
            let instantNanoseconds: Int64

            init(_ one: CapturedFinding) {
                (code, party, weight) = (one.code.rawValue, one.party.rawValue, one.weight.rawValue)
                (meaning, frame) = (one.text.description, one.frame)
                instantNanoseconds = (one.instant - .start).nanoseconds
            }
        }

        let name: String
        let connections, initializes, starts, stops: Int
        let findings: [Found]
        let findingsBesides: Int
        let measured: [Measured]
        let notJudged: [String]

        init(_ one: CapturedAccessory) {
            name = one.name.rawValue
            (connections, initializes, starts, stops) = (one.connections, one.initializes, one.starts, one.stops)
            (findings, findingsBesides) = (one.findings.map { Found($0) }, one.findingsBesides)
            (measured, notJudged) = (one.figures, one.notJudged.map(\.description))
        }
    }

    struct Cause: Encodable {
        let defect: String
        let permille: Int
    }

    let kind = "trammel capture judgement"
    let version = 1
    let result: String
    let damage: String?
    let accessories: [Accessory]
    let causes: [Cause]

    init(_ judgement: CaptureJudgement, _ causes: [(defect: String, share: Double)]) {
        result =
            switch judgement.status {
            case .passed: "nothingFound"
            case .failed: "faultOfAccessory"
            case .rigWrong: "damaged"
            case .nothingShown: "notJudged"
            }
        damage = judgement.damage
        accessories = judgement.accessories.map { Accessory($0) }
        self.causes = causes.map { Cause(defect: $0.defect, permille: Int(($0.share * 1000).rounded())) }
    }
}
