public import Ground

/// Holds a tag to the reader and leaves it there: `Present(.doorTag, within: .seconds(5))`.
public struct Present: Word {
    /// The `Action.present` step.
    public let step: Step

    /// Waits up to `limit` for the phone to detect the tag.
    ///
    /// If the phone reads no tags, or knows of another tag on the reader, the step ends when the tag is in place.
    public init(_ tag: TagName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.present(tag: tag, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Present {
    @available(*, unavailable, message: "Present needs a limit: Present(.doorTag, within: .seconds(5))")
    public init(_ tag: TagName) { fatalError() }

    @available(
        *, unavailable, message: "Present checks nothing: write Tap(.doorTag) { } or Hold(.doorTag, for: ...) { }"
    )
    public init(_ tag: TagName, within limit: Lapse = .zero, @CheckBuilder _ checks: () -> [Check]) { fatalError() }
}

/// Takes away a tag that Present put there: `Remove(.doorTag, within: .seconds(2))`.
public struct Remove: Word {
    /// The `Action.remove` step.
    public let step: Step

    /// Waits up to `limit` for the phone to notice. If it does not, the run is an error, not a failure.
    public init(_ tag: TagName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.remove(tag: tag, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Remove {
    @available(*, unavailable, message: "Remove needs a limit: Remove(.doorTag, within: .seconds(2))")
    public init(_ tag: TagName) { fatalError() }
}

/// Presents a tag and tears it away while it is read: `TearAway(.doorTag, after: 3, within: .seconds(5))`.
///
/// The tag answers the given number of commands and is then gone. It stays away until it is presented again.
public struct TearAway: Word {
    /// The `Action.tearAway` step.
    public let step: Step

    /// Tears the tag away after 1 or more answers, and waits up to `limit` for the phone to notice.
    public init(
        _ tag: TagName, after answers: Int, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(.tearAway(tag: tag, answers: answers, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TearAway {
    @available(
        *, unavailable, message: "say after how many answers: TearAway(.doorTag, after: 3, within: .seconds(5))"
    )
    public init(_ tag: TagName, within limit: Lapse = .zero) { fatalError() }

    @available(*, unavailable, message: "TearAway needs a limit: TearAway(.doorTag, after: 3, within: .seconds(5))")
    public init(_ tag: TagName, after answers: Int) { fatalError() }
}

/// Takes one tag away and immediately presents another: `Swap(.doorTag, for: .posterTag, within: .seconds(5))`.
public struct Swap: Word {
    /// The `Action.swap` step.
    public let step: Step

    /// Waits up to `limit` for the phone to detect the other tag.
    public init(
        _ tag: TagName, for other: TagName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(.swap(tag: tag, other: other, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Swap {
    @available(*, unavailable, message: "Swap needs a limit: Swap(.doorTag, for: .posterTag, within: .seconds(5))")
    public init(_ tag: TagName, for other: TagName) { fatalError() }

    @available(
        *, unavailable, message: "say which one replaces it: Swap(.doorTag, for: .posterTag, within: .seconds(5))"
    )
    public init(_ tag: TagName, within limit: Lapse = .zero) { fatalError() }
}

/// Presents a tag, leaves it there for a span, and removes it; the block lists what must and must not happen.
///
/// `Hold(.doorTag, for: .seconds(3)) { Expect(.tagDetected, count: 1) }`
public struct Hold: Word {
    /// The `Action.hold` step.
    public let step: Step

    /// Judges the checks `span` after the phone detected the tag. An exceeded count fails immediately.
    ///
    /// If the phone reads no tags, the span begins when the tag is in place.
    public init(
        _ tag: TagName, for span: Lapse, file: StaticString = #filePath, line: UInt = #line,
        @CheckBuilder _ checks: () -> [Check]
    ) {
        step = Step(.hold(tag: tag, span: span, checks: checks()), spot: SourceSpot(file, line))
    }

    /// Holds the tag there without checks.
    public init(_ tag: TagName, for span: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.hold(tag: tag, span: span, checks: []), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Hold {
    @available(*, unavailable, message: "say how long: Hold(.doorTag, for: .seconds(3)) { }")
    public init(_ tag: TagName, @CheckBuilder _ checks: () -> [Check]) { fatalError() }

    @available(*, unavailable, message: "say how long: Hold(.doorTag, for: .seconds(3))")
    public init(_ tag: TagName) { fatalError() }

    @available(*, unavailable, message: "a tag is held for a span: Hold(.doorTag, for: .seconds(3))")
    public init(_ tag: TagName, within limit: Lapse) { fatalError() }
}

/// Taps the newest notification, as the user does, and waits until it is delivered.
///
/// `OpenNotification(within: .seconds(5))`, on a phone whose user leaves notifications alone: `answer: .ignores`
public struct OpenNotification: Word {
    /// The `Action.openNotification` step.
    public let step: Step

    /// Waits up to `limit` until the notification is delivered, or unlocking the phone for it fails.
    public init(within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.openNotification(within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension OpenNotification {
    @available(*, unavailable, message: "OpenNotification needs a limit: OpenNotification(within: .seconds(5))")
    public init() { fatalError() }

    @available(
        *, unavailable, message: "the newest notification is opened: OpenNotification(within: .seconds(5))"
    )
    public init(_ tag: TagName, within limit: Lapse = .zero) { fatalError() }
}

/// Follows a link from elsewhere, for example Messages: `FollowLink("https://example.com/door")`.
public struct FollowLink: Word {
    /// The `Action.followLink` step.
    public let step: Step

    /// Follows the link, which takes no time.
    public init(_ url: String, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.followLink(url: url), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FollowLink {
    @available(*, unavailable, message: "FollowLink takes no time: write Expect(.delivered(to: ...)) after it")
    public init(_ url: String, within limit: Lapse) { fatalError() }
}
