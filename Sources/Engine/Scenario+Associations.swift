import Ground
public import ScenarioKit
import TagRouting
import Wording

extension Scenario {
    /// The problems of the phone's associated domains and association files.
    ///
    /// A file that is useless is a warning and not a fault, because a scenario may be about exactly that: its links
    /// then open in the browser. A file that was not read (`resolvingFiles`) is a fault.
    public var associationProblems: [Problem] {
        var problems: [Problem] = []
        for site in phone.sites {
            switch site.association {
            case .none: break
            case .file(let path):
                problems.append(Problem(Sentence.associationFile(path, of: site.host).description, spot: spot))
            case .text(let text):
                problems += Self.problems(in: text, of: site.host).map {
                    Problem($0.description, weight: .warning, spot: spot)
                }
            }
        }
        for finding in phone.apps.flatMap(\.findings) {
            problems.append(Problem("\(finding)", weight: .warning, spot: spot))
        }
        return problems
    }

    private static func problems(in text: String, of host: String) -> [Sentence] {
        do throws(AssociationError) {
            let file = try AssociationFile(Array(text.utf8))
            return file.findings.filter { $0.weight != .note }.map { .association(of: host, $0) }
        } catch {
            return [.worthlessAssociation(of: host, error)]
        }
    }

    /// All findings about apps and sites, for the journal of a run.
    var associationFindings: [Finding] {
        let apps = phone.apps.flatMap { app in app.findings.map { $0.about("app \(app.identifier)") } }
        let sites = phone.sites.flatMap { site -> [Finding] in
            guard case .text(let text) = site.association else { return [] }
            let subject = "site \(site.host)"
            do throws(AssociationError) {
                return try AssociationFile(Array(text.utf8)).findings.map { $0.finding.about(subject) }
            } catch {
                let what = Sentence.worthlessAssociation(of: nil, error).description
                return [Finding("association.file", .warning, what).about(subject)]
            }
        }
        return apps + sites
    }
}

extension Finding {
    /// Returns the same finding, prefixed with its subject.
    fileprivate func about(_ subject: String) -> Finding {
        Finding(code, weight, "\(subject): \(meaning)", offset: offset)
    }
}
