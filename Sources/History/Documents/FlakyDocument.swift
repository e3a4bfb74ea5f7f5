/// Flaky and failing scenarios, and every distinct failure.
public struct FlakyDocument: HistoryJSONDocument {
    private let format = HistoryJSON.format
    private let groups: [HistoryJSON.Group]
    private let failures: [Failure]
    private let failuresBesides: Int
    private let rig: [Rig]

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

    public init(_ flaky: FlakyHistory, _ bar: PassThreshold) {
        groups = flaky.groups.map { HistoryJSON.Group($0, bar) }
        (failures, failuresBesides) = (flaky.failures.map { Failure($0) }, flaky.failuresBesides)
        rig = flaky.rig.map {
            Rig(
                scenario: HistoryJSON.Scenario($0.scenario), bench: HistoryJSON.Bench($0.bench), attempts: $0.attempts,
                leftOut: $0.leftOut)
        }
    }
}
