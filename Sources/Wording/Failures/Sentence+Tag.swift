public import Ground

// Tags in the field, notifications, and a stage that does not do as requested.
extension Sentence {
    public static func canBeRead(_ tag: TagName) -> Sentence { Sentence("\(tag) can be read") }
    public static func isDetected(_ tag: TagName) -> Sentence { Sentence("\(tag) is detected") }

    public static func noTag(after span: Span) -> Sentence { Sentence("no tag in the field after \(span)") }
    public static func noNewTag(after span: Span) -> Sentence { Sentence("no new tag in the field after \(span)") }
    public static func tagNotRead(after span: Span) -> Sentence {
        Sentence("the tag was detected, and not read after \(span)")
    }
    public static func notInspected(after span: Span) -> Sentence {
        Sentence("it was detected, and not read after \(span)")
    }

    public static let aNotification = Sentence("a notification to open")
    public static let noNotification = Sentence("the phone shows none")
    public static func nothingDelivered(after span: Span) -> Sentence {
        Sentence("nothing was delivered after \(span)")
    }
    public static func notificationUndelivered(after span: Span) -> Sentence {
        Sentence("the notification was shown, and nothing was delivered after \(span)")
    }

    // MARK: The stage

    public static func stageDidNotHold(_ tag: TagName, in span: Span) -> Sentence {
        Sentence("the stage did not hold \(tag) to the reader in \(span)")
    }
    public static func stageDidNot(_ step: String, in span: Span) -> Sentence {
        Sentence("the stage did not \(step) in \(span)")
    }
    public static func stageDidNotFinishWalk(of name: AccessoryName, in span: Span) -> Sentence {
        Sentence("the stage did not finish the walk of \(name) in \(span)")
    }
    public static func stageDidNotTurn(in span: Span) -> Sentence {
        Sentence("the stage did not turn the phone in \(span)")
    }
    public static func stageDidNotSwitch(_ step: String, in span: Span) -> Sentence {
        Sentence("the stage did not switch the power of \(step) in \(span)")
    }
    public static func personDidNot(_ step: String, in span: Span) -> Sentence {
        Sentence("the person at the screen did not \(step), or did not say so, within \(span)")
    }
    public static func personWasLate(_ step: String) -> Sentence {
        Sentence("the person at the screen was too late to \(step): the companion's person had answered before")
    }
    public static func tornAway(_ how: String, unreadIn span: Span) -> Sentence {
        Sentence("\(how), and it was not read within \(span): hold it there longer")
    }
    public static func stillInField(_ tag: TagName, for span: Span) -> Sentence {
        Sentence("\(tag) was still in the field \(span) after it was to be taken away")
    }
    public static func notRemoved(_ tag: TagName, isAway: Bool, for span: Span) -> Sentence {
        Sentence(
            "\(tag) \(isAway ? "was still in the field" : "was not taken away") \(span) after it was to be removed")
    }
    public static func tooFewAnswers(of tag: TagName) -> Sentence {
        Sentence("\(tag) gave fewer answers than it was to: it is still there")
    }
}
