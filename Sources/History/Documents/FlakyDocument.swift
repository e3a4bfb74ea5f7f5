/// Flaky and failing scenarios, and every distinct failure, as a JSON document for other programs.
public struct FlakyDocument {
    private struct Content: Encodable {
        let format = HistoryJSON.format
        let groups: [HistoryJSON.Group]
        let failures: [Failure]
        let failuresBesides: Int
        let rig: [Rig]
    }

    private struct Failure: Encodable {
        struct Sighting: Encodable {
            let firmware: HistoryJSON.Firmware
            let runs: Int
        }

        let key: String
        let code: String
        let expected: String
        let seen: String
        let scenario: HistoryJSON.Scenario
        let rehearsal: Bool
        let runs: Int
        let firstNanoseconds: Int64
        let lastNanoseconds: Int64
        let since: HistoryJSON.Firmware
        let trialsBefore: Int
        let sightings: [Sighting]
        let folder: String
        let folderIsThere: Bool

        init(_ one: FailureHistory) {
            (key, code) = (one.failure.key, one.failure.code)
            (expected, seen) = (one.failure.expected, one.failure.seen)
            (scenario, rehearsal, runs) = (HistoryJSON.Scenario(one.scenario), one.isRehearsal, one.runs)
            (firstNanoseconds, lastNanoseconds) = (one.first, one.last)
            (since, trialsBefore) = (HistoryJSON.Firmware(one.since), one.trialsBefore)
            sightings = one.sightings.map {
                Sighting(firmware: HistoryJSON.Firmware($0.firmware), runs: $0.runs)
            }
            (folder, folderIsThere) = (one.folder, one.isFolderThere)
        }
    }

    private struct Rig: Encodable {
        let scenario: HistoryJSON.Scenario
        let bench: HistoryJSON.Bench
        let attempts: Int
        let leftOut: Int
    }

    private let content: Content

    public init(_ flaky: FlakyHistory, _ bar: PassBar) {
        content = Content(
            groups: HistoryJSON.groups(flaky.groups, bar), failures: flaky.failures.map { Failure($0) },
            failuresBesides: flaky.failuresBesides,
            rig: flaky.rig.map {
                Rig(
                    scenario: HistoryJSON.Scenario($0.scenario), bench: HistoryJSON.Bench($0.bench),
                    attempts: $0.attempts, leftOut: $0.leftOut)
            })
    }

    /// Returns the document with sorted keys and a final line feed. Throws only errors of the encoder, which are not
    /// expected.
    public func json() throws -> [UInt8] { try HistoryJSON.bytes(content) }
}
