import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import Vocabulary

extension DefectCase {
    /// Returns the distances printed on the console, in metres with one decimal place, without duplicates and in
    /// order.
    private static func told(_ bench: AccessoryBench) -> String {
        guard case .printed(let lines) = DistanceReport.known else { return "" }
        let matchers = lines.compactMap { pattern in try? LineMatcher(pattern) }
        var seen: [String] = []
        for line in bench.console {
            for case .line(let distance?) in matchers.map({ $0.match(line) }) {
                let text = decimal(distance.metres, places: 1)
                if seen.last != text { seen.append(text) }
            }
        }
        return seen.joined(separator: " ")
    }

    /// Ranges at one place and then at another, in a new session or in the same one.
    private static func ranging(
        at places: [Distance], anew: Bool
    ) -> @Sendable (inout AccessoryBench) -> String {
        { bench in
            bench.connect()
            var exchange: AccessoryBench.Exchange?
            for (number, place) in places.enumerated() {
                bench.place(at: place)
                if number == 0 || anew { exchange = bench.start(seed: UInt64(number + 3)) }
                _ = bench.range(exchange, for: .seconds(1))
                if anew { bench.stop() }
            }
            return told(bench)
        }
    }

    static let tellings: [DefectCase] = [
        DefectCase(
            .printsStaleDistance, healthy: "1.0 3.0", defective: "1.0", habits: [.printsDistances],
            ranging(at: [.metres(1), .metres(3)], anew: false)),
        DefectCase(
            .printsOtherSession, healthy: "1.0 3.0", defective: "1.0", habits: [.printsDistances],
            ranging(at: [.metres(1), .metres(3)], anew: true)),
        DefectCase(
            .printsCentimetresAsMetres, healthy: "2.0", defective: "200.0", of: [.appleSample],
            habits: [.printsDistances], ranging(at: [.metres(2)], anew: false)),
        DefectCase(.stopsPrinting, healthy: "true", defective: "10", habits: [.printsDistances]) { bench in
            bench.connect()
            _ = bench.range(bench.start(), for: .seconds(10))
            let count = bench.console.count { $0.contains("istance") || $0.contains("D_cm") }
            return count > 20 ? "true" : "\(count)"
        },
        DefectCase(.printsAfterStop, healthy: "0", defective: "5", habits: [.printsDistances]) { bench in
            bench.connect()
            _ = bench.range(bench.start(), for: .seconds(1))
            bench.stop()
            bench.log = []
            bench.pass(.milliseconds(900))
            return "\(bench.console.count { $0.contains("istance") || $0.contains("D_cm") } + 0)"
        },
        DefectCase(.printsLostRounds, healthy: "", defective: "655.4", habits: [.printsDistances]) { bench in
            bench.connect()
            bench.place(at: .metres(60))
            _ = bench.range(bench.start(), for: .seconds(1))
            return told(bench)
        },
        DefectCase(.printsStoppedAtStart, healthy: "false", defective: "true") { bench in
            bench.connect()
            bench.start()
            return "\(bench.console.contains { $0.contains("UWB stopped") })"
        },
        DefectCase(.sendsBigEndianDistance, healthy: "32 c8 00", defective: "32 00 c8", habits: [.sendsDistances]) {
            bench in
            bench.connect()
            _ = bench.range(bench.start(), for: .seconds(1))
            return bench.messages.last?.hex ?? ""
        },
        DefectCase(.ignoresZoneMessage, healthy: "31 01 01", defective: "", habits: [.answersZones], zone()),
        DefectCase(.answersZoneLate, healthy: "31 01 01", defective: "", habits: [.answersZones], zone()),
        DefectCase(
            .answersZoneTwice, healthy: "31 01 01", defective: "31 01 01, 31 01 01", habits: [.answersZones], zone()),
        DefectCase(.actsOnOtherZone, healthy: "31 01 01", defective: "31 02 01", habits: [.answersZones], zone()),
    ]

    /// Returns the answers within a second after the app reports the first zone.
    private static func zone() -> @Sendable (inout AccessoryBench) -> String {
        { bench in
            bench.connect()
            bench.pass(.milliseconds(200))
            bench.log = []
            bench.write([0x30, 1, 1], wait: .seconds(1))
            return bench.messages.map(\.hex).joined(separator: ", ")
        }
    }

    // MARK: A data channel of the maker's own

    private static func own(_ rest: String) -> DataChannelProfile {
        do { return try DataChannelProfile("service=fff0,write=fff1,notify=fff2,\(rest)") } catch {
            preconditionFailure("the channel is sound: \(error)")
        }
    }

    private static let ids =
        "messages=initialize:51+configureAndStart:52+stop:53+accessoryConfigurationData:61+uwbDidStart:62+uwbDidStop:63"

    static let channels: [DefectCase] = [
        DefectCase(.answersWithSampleIDs, healthy: "61", defective: "1", on: own(ids)) { bench in
            bench.connect()
            bench.write([0x51], wait: .milliseconds(500))
            return bench.ids
        },
        DefectCase(.notifiesElsewhere, healthy: "true", defective: "false", on: own(ids)) { bench in
            bench.connect()
            let transmit = bench.characteristic(bench.model.profile.tx)?.valueHandle
            bench.write([0x51], wait: .milliseconds(500))
            return "\(!bench.handles.isEmpty && bench.handles.allSatisfy { $0 == transmit })"
        },
        DefectCase(
            .openDespiteEncryption, healthy: "refused", defective: "taken", on: own("security=encrypted")
        ) { bench in
            bench.connect(subscribing: false)
            if case .failed = bench.write([0x0A]) { return "refused" }
            return "taken"
        },
        DefectCase(
            .refusesWriteType, healthy: "taken", defective: "refused", on: own("writeType=withResponse")
        ) { bench in
            bench.connect(subscribing: false)
            if case .failed = bench.write([0x0A]) { return "refused" }
            return "taken"
        },
    ]
}
