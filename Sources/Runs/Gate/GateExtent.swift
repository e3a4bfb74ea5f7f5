import Gate
import GateKit
import Ground
import Reports
import RigKit
import ScenarioKit

/// The extent of a gate before its first run: scenarios, runs, time, and the ways in which it ends early.
struct GateExtent {
    let request: GateRequest
    let judge: GateJudge
    /// The number of runs played at once.
    let jobs: Int

    /// The announcement of a gate that is about to begin. On a simulated bench it leaves the time out, which takes
    /// longer to find than some gates take.
    var lines: [String] { lines(request.rig.kind == .simulated ? nil : time) }

    private func lines(_ time: String?) -> [String] {
        let counts = "\(counted(judge.extent.count, "scenario")), at least \(counted(judge.fewestRuns, "run")) to pass"
        let time = time.map { ", \($0)" } ?? ""
        let rehearsal = request.stage.hasOwnFirmware ? "" : "; a rehearsal, because no accessory's own firmware runs"
        return [
            "plan \(request.plan.name) on \(request.rig.name): \(counts)\(time)\(rehearsal)", "ends early \(earlyEnd)",
            "Ctrl-C ends the gate for good; after a power failure, the same command with --resume goes on",
        ].flatMap { Paragraph.lines("", $0, indent: 2) }
    }

    /// The announcement with the runs of each scenario, those with as many in one line.
    var wholeLines: [String] {
        var rows: [(runs: Int, names: [String])] = []
        for (scenario, runs) in judge.extent {
            if let place = rows.firstIndex(where: { $0.runs == runs }) {
                rows[place].names.append(scenario)
            } else {
                rows.append((runs, [scenario]))
            }
        }
        return lines(time)
            + rows.sorted { $0.runs > $1.runs }.flatMap { row in
                Paragraph.lines(
                    "  \(counted(row.runs, "run"))\(row.names.count > 1 ? " each" : "")  ",
                    row.names.joined(separator: ", "), indent: 4)
            }
    }

    private var earlyEnd: String {
        let failure =
            request.options.keepGoing
            ? [] : ["at the first scenario shown to be bad (not with --keep-going)"]
        let others = ["if another firmware runs", "if \(request.plan.leftOut.inARow) runs in a row come to no verdict"]
        let reasons = failure + others
        return reasons.dropLast().joined(separator: ", ") + " or " + reasons[reasons.count - 1]
    }

    /// The time that the fewest runs take, from the duration of each scenario in virtual time.
    private var time: String {
        let scenarios = Dictionary(request.scenarios.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var sum = Lapse.zero
        for (name, runs) in judge.extent {
            guard let scenario = scenarios[name], let one = WarmUp.duration(of: scenario, on: request.rig) else {
                return "time unknown, because \(name) does not pass on simulated devices"
            }
            sum = sum + Lapse(nanoseconds: one.nanoseconds * Int64(runs))
        }
        // Virtual time passes as fast as possible, whatever the number of jobs.
        guard request.rig.kind != .simulated else { return "about \(sum.roughly) of virtual time" }
        return "about \(Lapse(nanoseconds: sum.nanoseconds / Int64(max(1, jobs))).roughly)"
    }
}

extension Lapse {
    /// An estimate in words: `40 s`, `12 min`, `2 h 30 min`.
    var roughly: String {
        let minutes = Int((seconds / 60).rounded(.up))
        return switch seconds {
        case ..<90: "\(Int(seconds.rounded(.up))) s"
        case ..<5_400: "\(minutes) min"
        default: "\(minutes / 60) h" + (minutes % 60 > 0 ? " \(minutes % 60) min" : "")
        }
    }

    /// Estimates the rest of `count` equal parts, of which `done` took this long.
    func left(of count: Int, after done: Int) -> Lapse {
        Lapse(nanoseconds: Int64(Double(nanoseconds) / Double(max(1, done)) * Double(max(0, count - done))))
    }
}
