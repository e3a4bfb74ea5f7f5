public import Engine
public import Ground
import Reports
public import Simulators

/// The examination of a phone app with every known defect of one, and with a healthy one.
///
/// A separate zoo, because a defect of a phone's app is no screen's fault.
public struct AppZoo: Sendable {
    /// The examination's result for one app.
    public struct Result: Sendable {
        /// Nil for a healthy one.
        public let defect: AppDefect?
        public let outcome: AppExamResult

        /// The code of its failure.
        public var code: FailureCode? { if case .failed(let failure) = outcome { failure.code } else { nil } }

        /// Whether the failure names the defect.
        public var isNamed: Bool { defect != nil && code == defect?.sign }

        /// Whether it is a false alarm, or has no verdict on an app that was there.
        public var isWrong: Bool {
            switch outcome {
            case .passed: false
            case .failed: defect == nil
            case .nothing, .rig: true
            }
        }

        /// The result in one word.
        public var verdict: String {
            switch outcome {
            case .passed: "passed"
            case .failed(let failure): "failed by \(failure.code)"
            case .nothing: "nothing shown"
            case .rig: "the rig was blamed"
            }
        }
    }

    /// The seed of every course.
    public let seed: UInt64
    /// The defects that are played.
    public let defects: [AppDefect]
    let apps: [AppDefect?]

    /// Creates a zoo. A choice of defects omits the healthy app.
    public init(seed: UInt64, defects chosen: [AppDefect] = []) {
        self.seed = seed
        defects = chosen.isEmpty ? AppDefect.allCases : chosen
        apps = (chosen.isEmpty ? [nil] : []) + defects.map(Optional.some)
    }

    /// The number of courses.
    public var count: Int { apps.count }

    /// Plays the course with this index, counted from 0: the healthy app comes first.
    public func play(at index: Int) -> Result {
        let defect = apps[index]
        var rehearsal = AppRehearsal(app: defect.map { [$0] } ?? [], seed: seed)
        return Result(defect: defect, outcome: rehearsal.play())
    }

    /// Whether every defect played was named, no healthy app failed, and the rig was never blamed.
    public func isComplete(_ results: [Result]) -> Bool {
        !results.isEmpty && !results.contains(where: \.isWrong) && escaped(of: results).isEmpty
    }

    /// Returns the defects that no failure named.
    func escaped(of results: [Result]) -> [AppDefect] {
        defects.filter { defect in !results.contains { $0.defect == defect && $0.isNamed } }
    }

    /// Returns each defect with the code that names it, and any wrong results, in lines of at most 80 columns.
    public func text(of results: [Result]) -> String {
        let width = defects.map(\.rawValue.count).max() ?? 0
        var lines = ["defects of a phone app, and the code that names each"]
        for defect in defects {
            let isNamed = results.contains { $0.defect == defect && $0.isNamed }
            lines += Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  ",
                isNamed ? defect.sign.rawValue : "ESCAPED: \(defect.meaning)")
        }
        for result in results where result.isWrong {
            lines += Paragraph.lines("wrong: ", "\(result.defect?.rawValue ?? "a healthy app"): \(result.verdict)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The known defects with their meanings, in lines of at most 80 columns.
    public static var list: String {
        let width = AppDefect.allCases.map(\.rawValue.count).max() ?? 0
        let lines = AppDefect.allCases.flatMap {
            Paragraph.lines("  " + $0.rawValue.padded(to: width) + "  ", $0.meaning)
        }
        return (["defects of a phone app"] + lines).joined(separator: "\n") + "\n"
    }
}
