public import Ground
public import ScenarioKit
public import Vocabulary

// The reasons a run ended as it did, or was not played.
extension Sentence {
    public static func expected(_ expected: Sentence, seen: Sentence) -> Sentence {
        Sentence("expected \(expected); \(seen)")
    }
    public static let noEvidence = Sentence("no step of the scenario checked anything")
    public static let interrupted = Sentence("the run was interrupted")
    public static func tookLonger(than limit: Lapse) -> Sentence {
        Sentence("all steps together may take \(limit), but the run took longer")
    }
    public static func onlyPlayed(_ passed: Int, of steps: Int) -> Sentence {
        Sentence("only \(passed) of \(counted(steps, "step")) were played")
    }
    public static func notReady(_ links: [LinkID], within limit: Lapse) -> Sentence {
        Sentence("the \(listed(links)) did not become ready within \(limit)")
    }
    public static func givesBack(_ links: [LinkID], upTo limit: Lapse) -> Sentence {
        Sentence("closing the bench: waiting for \(listed(links)), up to \(limit)")
    }
    private static func listed(_ links: [LinkID]) -> String { links.map(\.description).joined(separator: " and ") }

    public static func tampered(_ spoilt: Int, of times: Int, _ message: MessageKind) -> Sentence {
        Sentence("expected \(counted(times, "dropped or corrupted message")) (\(message)), sent \(spoilt)")
    }

    public static func cannotBePlayed(_ problems: [Problem]) -> Sentence {
        let more = problems.count > 1 ? ", and \(problems.count - 1) more" : ""
        return Sentence("the scenario cannot be played: \(problems.first.map(\.description) ?? "")\(more)")
    }

    // MARK: What a rig lacks

    /// A rig's missing part; `others` are parts with different names that may be meant.
    public static func rig(_ name: String, lacks need: Need, others: [String] = []) -> Sentence {
        guard case .part(let part, let accessory) = need else {
            let lack = Sentence("the rig \(name) does not have \(need)")
            switch (need, others.first) {
            case (.accessory(let wanted), let own?):
                return lack.and(Sentence("use --as \(wanted)=\(own)"))
            case (.game, let own?): return lack.and(Sentence("if it plays the game, use --port \(own).has=game"))
            case (.tag(let wanted), let own?): return lack.and(Sentence("use --as \(wanted)=\(own)"))
            case (.air(let radio, let name), _):
                return lack.and(Sentence("use --port \(name).air.\(radio.rawValue)=program:PATH"))
            default: return lack
            }
        }
        return Sentence(
            "the rig \(name) does not say that \(accessory) has \(part.rawValue), which is optional: "
                + "--port \(accessory).has=\(part.rawValue)")
    }
    public static func programCannotTearAway(_ tag: TagName) -> Sentence {
        Sentence("a program that presents \(tag) cannot tear it away while it is read")
    }
    public static func portCannotReset(_ name: AccessoryName) -> Sentence {
        Sentence("a USB port that switches \(name) cannot reset it to its factory state")
    }
    public static func handCannotDecide(on limit: Distance, within error: Distance) -> Sentence {
        Sentence(
            "a person stops within \(error) of a place, which cannot decide on a limit of \(limit): mark the places, "
                + "and say how close the person comes to them, as in --port motion=hand+-0.02")
    }
    public static let programCannotTurn = Sentence("a program that moves the phone cannot turn it")
    public static func channel(of name: AccessoryName, carries room: Int, not length: Int) -> Sentence {
        Sentence(
            "\(name) only accepts writes without response, of up to \(room) bytes here, but \(length) must be written")
    }
    public static func channel(of name: AccessoryName, gives id: UInt8) -> Sentence {
        Sentence("the message id \(id.hexadecimal), which must be unknown here, has a meaning for \(name)")
    }
    public static func kit(of rig: String, cannot lack: Sentence) -> Sentence {
        Sentence("the UWB kit of the rig \(rig) cannot play this: \(lack)")
    }
    public static func firmware(_ dialect: String, ranges most: Int, not accessories: Int) -> Sentence {
        Sentence("\(dialect) firmware ranges with \(most) accessory at a time, not \(accessories)")
    }
    public static func firmwareHasNoDirections(_ dialect: String) -> Sentence {
        Sentence("the output of \(dialect) firmware has no directions")
    }

    // MARK: Association files

    public static func associationFile(_ path: String, of host: String) -> Sentence {
        Sentence("the association file \(path.escapedForDisplay) of \(host.escapedForDisplay) was not read")
    }
    public static func association(of host: String, _ finding: some CustomStringConvertible) -> Sentence {
        Sentence("the association file of \(host.escapedForDisplay), \(finding)")
    }
    /// A useless association file; `host` is nil if it is named elsewhere.
    public static func worthlessAssociation(of host: String?, _ error: some CustomStringConvertible) -> Sentence {
        let whose = host.map { " of \($0.escapedForDisplay)" } ?? ""
        return Sentence("the association file\(whose) is useless to a phone: \(error)")
    }
}
