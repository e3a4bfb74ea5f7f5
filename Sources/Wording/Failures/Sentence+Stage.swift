public import Ground
public import Vocabulary

// A stage that does not do as requested, and the evidence that it did.
extension Sentence {
    public static func stageDidNotHold(_ tag: TagName, in span: Lapse) -> Sentence {
        Sentence("the stage did not hold \(tag) to the reader in \(span)")
    }
    public static func programHeldNothing(_ tag: TagName, noneSeenFor span: Lapse) -> Sentence {
        Sentence(
            "the program that presents \(tag) reported that it is at the reader, but the reader detected no new tag "
                + "for \(span)")
    }
    public static func programLeft(_ tag: TagName, seenFor span: Lapse) -> Sentence {
        Sentence(
            "the program that presents \(tag) reported that it is away, but the reader still detected it \(span) later")
    }
    public static func positionUnknown(of name: AccessoryName) -> Sentence {
        Sentence("the program that moves the phone did not read back where \(name) is")
    }
    public static func positionDoubtful(
        of name: AccessoryName, within error: Distance, around limit: Distance, isByHand: Bool
    ) -> Sentence {
        let remedy = ": mark the places, and say how close the person comes to them, as in --port motion=hand+-0.02"
        return Sentence(
            "the distance to \(name) is known only within \(error), which is not enough to decide on \(limit)"
                + (isByHand ? remedy : ""))
    }
    public static func notSwitched(_ name: AccessoryName) -> Sentence {
        Sentence(
            "nothing shows that \(name) lost its power: no link or console of it went away, and the program did not "
                + "read it back (for a factory reset it cannot): let a link be up when the power is switched, let the "
                + "program read it back, or see whether the console or a debugger feeds it")
    }
    public static func notWitnessed(_ tag: TagName) -> Sentence {
        Sentence(
            "a program held \(tag) to the reader, but neither the program nor the reader could tell that it was there: "
                + "let the program read it back")
    }
    public static func evidence(ofPower name: AccessoryName, _ grade: String) -> Sentence {
        Sentence("the power of \(name) was switched by a program: \(grade)")
    }
    public static func readBack(ofPort name: AccessoryName) -> Sentence {
        Sentence("the power of \(name) was switched by a USB port: read back, but a hub may cut only the data")
    }
    public static func evidence(ofPosition name: AccessoryName, _ grade: String) -> Sentence {
        Sentence("\(name) was moved by a program: \(grade)")
    }
    public static func evidence(ofTag tag: TagName, _ grade: String) -> Sentence {
        Sentence("\(tag) was presented by a program: \(grade)")
    }
    public static func notShown(_ radio: Radio, of name: AccessoryName, isBlocked: Bool) -> Sentence {
        Sentence(
            "a program reported the \(radio) of \(name) \(isBlocked ? "blocked" : "unblocked"), but nothing shows that "
                + "it was: let the program read it back")
    }
    public static func measured(_ name: AccessoryName, whileBlocking radio: Radio) -> Sentence {
        Sentence(
            "the kit went on measuring \(name) after a program had reported its \(radio) blocked: raise the "
                + "attenuation, or see where the box leaks")
    }
    public static func fellSilent(
        _ name: AccessoryName, whileBlocking radio: Radio, of other: AccessoryName
    ) -> Sentence {
        let object = name == other ? "its \(radio)" : "the \(radio) of \(other)"
        return Sentence(
            "the link to \(name) fell silent while a program blocked \(object): see that it blocks nothing else; if it "
                + "does not, \(name) hung")
    }
    public static func endedOtherwise(_ name: AccessoryName, _ reason: String) -> Sentence {
        Sentence(
            "the link to \(name) did not end because its Bluetooth was blocked, but for another reason: \(reason)")
    }
    public static func slow(_ radio: Radio, of name: AccessoryName, tookUpTo span: Lapse) -> Sentence {
        Sentence(
            "a program took \(span) to block or unblock the \(radio) of \(name), and the phone went on meanwhile: let "
                + "it act within 2 s")
    }
    public static func unheard(_ name: AccessoryName, sinceBlocking radio: Radio) -> Sentence {
        Sentence(
            "nothing came from \(name) over Bluetooth since a program was to block its \(radio): see that it blocks "
                + "nothing else")
    }
    public static func evidence(
        of radio: Radio, of name: AccessoryName, isBlocked: Bool, _ grade: String
    ) -> Sentence {
        Sentence("the \(radio) of \(name) was \(isBlocked ? "blocked" : "unblocked") by a program: \(grade)")
    }
    public static func stageDidNot(_ step: String, in span: Lapse) -> Sentence {
        Sentence("the stage did not \(step) in \(span)")
    }
    public static func stageDidNotFinishWalk(of name: AccessoryName, in span: Lapse) -> Sentence {
        Sentence("the stage did not finish the walk of \(name) in \(span)")
    }
    public static func stageDidNotTurn(in span: Lapse) -> Sentence {
        Sentence("the stage did not turn the phone in \(span)")
    }
    public static func stageDidNotSwitch(_ step: String, in span: Lapse) -> Sentence {
        Sentence("the stage did not switch the power of \(step) in \(span)")
    }
    public static func personDidNot(_ step: String, in span: Lapse) -> Sentence {
        Sentence("the person at the screen did not \(step), or did not confirm it, within \(span)")
    }
    public static func personWasLate(_ step: String) -> Sentence {
        Sentence("the person at the screen was too late to \(step): the companion's user had already answered")
    }
    public static func tornAway(_ how: String, unreadIn span: Lapse) -> Sentence {
        Sentence("\(how), but it was not read within \(span): hold it there longer")
    }
    public static func stillInField(_ tag: TagName, for span: Lapse) -> Sentence {
        Sentence("\(tag) was still in the field \(span) after it should have been removed")
    }
    public static func notRemoved(_ tag: TagName, isAway: Bool, for span: Lapse) -> Sentence {
        Sentence(
            "\(tag) \(isAway ? "was still in the field" : "was not removed") \(span) after it should have been removed")
    }
    public static func tooFewAnswers(of tag: TagName) -> Sentence {
        Sentence("\(tag) gave fewer answers than it should have: it is still there")
    }
}
