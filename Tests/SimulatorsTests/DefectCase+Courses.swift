import Ground
import Links
import NearbyInteraction
import Simulators
import UWB

// The course of a session, and the quality of its ranging.
extension DefectCase {
    static let courses: [DefectCase] = [
        DefectCase(.neverStarts, healthy: "1 2 ranges", defective: "1 silent") { bench in
            bench.connect()
            let exchange = bench.start()
            return bench.ids + " " + bench.judge(exchange)
        },
        DefectCase(.saysItStarts, healthy: "1 2 ranges", defective: "1 2 silent") { bench in
            bench.connect()
            let exchange = bench.start()
            return bench.ids + " " + bench.judge(exchange)
        },
        DefectCase(
            .neverRestartsAfterStop, healthy: "1 2 3 2 ranges - 1 2 ranges", defective: "1 2 3 2 silent - 1 2 ranges"
        ) { bench in
            bench.connect()
            guard let first = bench.start() else { return "nothing" }
            bench.stop()
            let again = bench.configure(first.configuration, seed: 4)
            let seen = bench.ids + " " + bench.judge(again)
            bench.log = []
            let anew = bench.start(seed: 5)
            return seen + " - " + bench.ids + " " + bench.judge(anew)
        },
        DefectCase(.keepsRangingAfterStop, healthy: "1 2 3 silent", defective: "1 2 3 ranges") { bench in
            bench.connect()
            let exchange = bench.start()
            bench.stop()
            return bench.ids + " " + bench.judge(exchange)
        },
        DefectCase(.keepsRangingAfterDisconnect, healthy: "silent", defective: "ranges") { bench in
            bench.connect()
            let exchange = bench.start()
            bench.leave()
            return bench.judge(exchange)
        },
        DefectCase(.failsStartAfterDisconnect, healthy: "1 2", defective: "1") { bench in
            bench.connect()
            bench.start()
            bench.leave()
            bench.connect()
            bench.log = []
            bench.start(seed: 4)
            return bench.ids
        },
        DefectCase(.alreadyRanging, healthy: "1 2 ranges", defective: "1 silent") { bench in
            bench.connect()
            bench.start()
            bench.log = []
            let second = bench.start(seed: 4)
            return bench.ids + " " + bench.judge(second)
        },
        DefectCase(
            .duplicateConfigureKillsSession, healthy: "1 2 2 ranges", defective: "1 2 silent"
        ) { bench in
            bench.connect()
            guard let first = bench.start() else { return "nothing" }
            let second = bench.configure(first.configuration)
            return bench.ids + " " + bench.judge(second)
        },
        DefectCase(.secondConfigureLeaks, healthy: "ranges, then silent", defective: "ranges, then ranges") { bench in
            bench.connect()
            guard let first = bench.start() else { return "nothing" }
            let second = bench.configure(first.configuration, seed: 4)
            let before = bench.judge(second)
            bench.stop()
            return before + ", then " + bench.judge(first)
        },
        DefectCase(.ignoresInitializeWhileRanging, healthy: "1 2 1", defective: "1 2") { bench in
            bench.connect()
            bench.start()
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.initializeWhileRangingZeroesFields, healthy: "true", defective: "false") { bench in
            bench.connect()
            let first = bench.start()?.configuration
            let second = bench.initialize()
            return "\(first?.manufacturer == second?.manufacturer && first?.middleware == second?.middleware)"
        },
        DefectCase(.blocksOnStop, healthy: "1 2 3 1", defective: "1 2, then 1 2 3 1") { bench in
            bench.connect()
            bench.start()
            bench.stop()
            _ = bench.initialize()
            let soon = bench.ids
            bench.pass(.seconds(5))
            return soon == bench.ids ? soon : soon + ", then " + bench.ids
        },
        DefectCase(.leaksOnRepeat, healthy: "21, then 3", defective: "20, then ") { bench in
            bench.connect()
            for _ in 0..<21 { _ = bench.initialize() }
            let answers = bench.messages.count
            bench.log = []
            bench.stop()
            return "\(answers), then " + bench.ids
        },
    ]

    /// Returns the distances in centimetres after some preparation.
    private static func centimetres(
        after prepare: @escaping @Sendable (inout AccessoryBench) -> Void = { _ in }
    ) -> @Sendable (inout AccessoryBench) -> String {
        { bench in
            prepare(&bench)
            bench.connect()
            let exchange = bench.start()
            let seen = bench.range(exchange, for: .seconds(10)).compactMap { $0.distance?.millimetres }
            let mean = seen.reduce(0) { $0 + Int($1) } / max(1, seen.count)
            let spread = (seen.max() ?? 0) - (seen.min() ?? 0)
            return "\((mean + 5) / 10) cm" + (spread > 500 ? ", scattered" : "")
        }
    }

    /// The share of answered rounds within ten seconds, in tenths.
    private static let share: @Sendable (inout AccessoryBench) -> String = { bench in
        bench.connect()
        let exchange = bench.start { $0.intervalMilliseconds = 180 }
        let seen = bench.range(exchange, for: .seconds(10))
        let heard = seen.filter { $0.distance != nil }.count
        return heard == 1 ? "once" : "\((heard * 10 + seen.count / 2) / max(1, seen.count)) tenths"
    }

    static let rangings: [DefectCase] = [
        DefectCase(.losesCalibration, healthy: "200 cm", defective: "240 cm", centimetres { $0.power(.factoryReset) }),
        DefectCase(
            .noisyDistance, healthy: "200 cm", defective: "true",
            { bench in
                let seen = centimetres()(&bench)
                return seen.hasSuffix("scattered") ? "true" : seen
            }),
        DefectCase(.losesRounds, healthy: "10 tenths", defective: "4 tenths", share),
        DefectCase(.lowUpdateRate, healthy: "10 tenths", defective: "2 tenths", share),
        DefectCase(.rangesOnce, healthy: "10 tenths", defective: "once", share),
        DefectCase(.diesOutOfRange, healthy: "true", defective: "false") { bench in
            bench.connect()
            let exchange = bench.start { $0.intervalMilliseconds = 180 }
            bench.place(at: .metres(60))
            _ = bench.range(exchange, for: .seconds(4))
            bench.place(at: .metres(2))
            return "\(bench.range(exchange, for: .seconds(2)).contains { $0.distance != nil })"
        },
        DefectCase(.consoleErrors, healthy: "false", defective: "true") { bench in
            bench.connect()
            bench.start()
            return "\(bench.console.contains { $0.contains("ERROR") })"
        },
    ]
}
