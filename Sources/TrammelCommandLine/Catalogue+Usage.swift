import ArgumentParser
import Catalogues
import Ground
import ScenarioKit

extension Catalogue {
    /// A usage error where two things have one name.
    static func checkNames() throws {
        let clashes = clashes
        guard clashes.isEmpty else {
            throw ValidationError(clashes.map(\.description.escapedForDisplay).joined(separator: "\n"))
        }
    }
}
