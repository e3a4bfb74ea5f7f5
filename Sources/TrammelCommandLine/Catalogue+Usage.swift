import ArgumentParser
import Ground
import Runs
import ScenarioKit

extension Catalogue {
    /// Throws a usage error if two things have the same name.
    static func checkNames() throws {
        let clashes = clashes
        guard clashes.isEmpty else {
            throw ValidationError(clashes.map(\.description.escapedForDisplay).joined(separator: "\n"))
        }
    }
}
