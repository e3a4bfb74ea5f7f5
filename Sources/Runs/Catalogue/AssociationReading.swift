import Evidence
import OperatingSystem
public import ScenarioKit
import TagRouting

extension Scenario {
    /// Returns the scenario with its association files read in; one that cannot be read is reported as a problem
    /// before the run.
    public func readingAssociations(below folder: String) -> Scenario {
        let read = try? resolvingFiles { path throws(SystemError) in
            try Files.text(of: "\(folder)/\(path)", atMost: AssociationFile.sizeLimit + 1)
        }
        return read ?? self
    }
}
