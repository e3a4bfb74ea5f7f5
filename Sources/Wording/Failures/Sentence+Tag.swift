public import Ground

// Tags in the field, and notifications.
extension Sentence {
    public static func canBeRead(_ tag: TagName) -> Sentence { Sentence("\(tag) can be read") }
    public static func isDetected(_ tag: TagName) -> Sentence { Sentence("\(tag) is detected") }

    public static func noTag(after span: Lapse) -> Sentence { Sentence("no tag in the field after \(span)") }
    public static func noNewTag(after span: Lapse) -> Sentence { Sentence("no new tag in the field after \(span)") }
    public static func tagNotRead(after span: Lapse) -> Sentence {
        Sentence("the tag was detected, but not read after \(span)")
    }
    public static func notInspected(after span: Lapse) -> Sentence {
        Sentence("it was detected, but not read after \(span)")
    }

    public static let aNotification = Sentence("a notification to open")
    public static let noNotification = Sentence("the phone shows none")
    public static func nothingDelivered(after span: Lapse) -> Sentence {
        Sentence("nothing was delivered after \(span)")
    }
    public static func notificationUndelivered(after span: Lapse) -> Sentence {
        Sentence("the notification was shown, but nothing was delivered after \(span)")
    }
}
