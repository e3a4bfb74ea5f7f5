import Evidence
import OperatingSystem
public import ScenarioKit
import TagRouting

extension Scenario {
    /// The scenario with the association files that it names in it; one that cannot be read is a problem that is found
    /// before the run.
    public func readingAssociations(below folder: String) -> Scenario {
        let read = try? resolvingFiles { path throws(SystemError) in
            try Files.text(of: "\(folder)/\(path)", atMost: AssociationFile.sizeLimit + 1)
        }
        return read ?? self
    }
}
