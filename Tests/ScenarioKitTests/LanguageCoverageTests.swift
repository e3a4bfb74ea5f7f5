import Foundation
import ScenarioKit
import Scenarios
import Testing

/// The catalogue's coverage of the language: a word that no scenario plays is untested.
@Suite struct LanguageCoverageTests {
    /// Parts that no scenario uses, with the reason. The list may get shorter; new parts belong in a scenario.
    private static let unused = [
        "reading": "a gate puts the characteristic of its plan there, and GateSessionTests play it",
        "characteristic": "the same",
        "reached": "scenarios count the messages on a connection, since a second one may be made and left unused",
    ]

    /// Values that no scenario plays yet: they end a session for reasons that have nothing to do with its accessory,
    /// or come from one vendor's firmware. The list may get shorter.
    private static let unplayed = [
        "ReaderFailure: overheats",
        "NIErrorCode: invalidConfiguration, resourceUsageTimeout, invalidARConfiguration, "
            + "accessoryPeerDeviceUnavailable",
        "MessageKind: notification, deviceStructure",
    ]

    /// Returns every name in the text's objects: the cases and their labels, and each enumeration's values.
    private static func names(in text: String) throws -> Set<String> {
        var found: Set<String> = []
        func collect(_ value: Any) {
            if let object = value as? [String: Any] {
                for (key, value) in object {
                    found.insert(key)
                    collect(value)
                }
            } else if let array = value as? [Any] {
                array.forEach(collect)
            }
        }
        collect(try JSONSerialization.jsonObject(with: Data(text.utf8)))
        return found
    }

    @Test func everyNameOfTheLanguageStandsInAScenario() throws {
        let language = try Self.names(in: ScenarioFile.text(of: EveryCaseTests.everything))
        var used: Set<String> = []
        for scenario in Scenario.all { used.formUnion(try Self.names(in: ScenarioFile.text(of: scenario))) }
        let missing = language.subtracting(used)
        #expect(missing.sorted() == Self.unused.keys.sorted())
    }

    @Test func everyValueStandsInAScenario() throws {
        var texts = ""
        for scenario in Scenario.all { texts += ScenarioFile.text(of: scenario) }
        func missing<Value: CaseIterable & RawRepresentable<String>>(_: Value.Type) -> [String] {
            Value.allCases.map(\.rawValue).filter { !texts.contains("\"\($0)\"") }
        }
        let lists: [(String, [String])] = [
            ("ReaderFailure", missing(ReaderFailure.self)), ("SuspensionPolicy", missing(SuspensionPolicy.self)),
            ("PowerAct", missing(PowerAct.self)), ("ChannelStage", missing(ChannelStage.self)),
            ("RemovalReason", missing(RemovalReason.self)),
            ("NIErrorCode", missing(NIErrorCode.self)), ("MessageKind", missing(MessageKind.self)),
        ]
        let found = lists.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
        #expect(found == Self.unplayed)
    }
}
