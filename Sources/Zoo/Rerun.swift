import Journal
import RigKit

/// The command that plays one sighting's run again, on its own: the same frames at the same instants.
struct Rerun {
    /// The command's words, each as a shell wants it.
    let words: [String]

    init(_ sighting: ZooResult) {
        let rig = sighting.rig
        var words = ["trammel", "run", sighting.scenario, "--rig", rig.name, "--seed", "\(sighting.summary.seed)"]
        for entry in rig.accessories {
            let port = sighting.animal.port(inPlaceOf: entry)
            if port != entry.port { words += ["--port", "\(entry.name)=\(port)"] }
        }
        self.words = words.map(Self.quoted)
    }

    /// The command, with each port on a line of its own, to be typed as it is.
    var lines: [String] {
        var lines = [""]
        for word in words {
            if word == "--port" {
                lines[lines.count - 1] += " \\"
                lines.append("    " + word)
            } else {
                lines[lines.count - 1] += lines == [""] ? word : " " + word
            }
        }
        return lines
    }

    private static func quoted(_ word: String) -> String {
        let plain = word.allSatisfy { character in
            character.isASCII && (character.isLetter || character.isNumber || "_-=:,./@%+".contains(character))
        }
        guard !plain || word.isEmpty else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
