import Ground
public import ScenarioKit
import TagRouting
import Wording

extension Scenario {
    /// What is wrong with the apps' associated domains and the sites' association files of its phone.
    ///
    /// A file that is worth nothing is a warning and not a fault, because a scenario may be about just that: then its
    /// links open in the browser. A file that nobody read (`resolvingFiles`) is a fault.
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

    /// The same for the journal of a run: every finding about apps and sites.
    var associationFindings: [(link: String, finding: Finding)] {
        let apps = phone.apps.flatMap { app in
            app.findings.map { (link: "app \(app.identifier)", finding: $0) }
        }
        let sites = phone.sites.flatMap { site -> [(link: String, finding: Finding)] in
            guard case .text(let text) = site.association else { return [] }
            let link = "site \(site.host)"
            do throws(AssociationError) {
                return try AssociationFile(Array(text.utf8)).findings.map { (link, $0.finding) }
            } catch {
                let what = Sentence.worthlessAssociation(of: nil, error).description
                return [(link, Finding("association.file", .warning, what))]
            }
        }
        return apps + sites
    }
}
