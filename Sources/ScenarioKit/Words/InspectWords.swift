public import Ground

/// Reads everything about a tag and checks it, without opening anything.
///
/// `Inspect(.doorTag, within: .seconds(10)) { Is(.type2)  Is(.locked)  LinksTo("https://example.com/door") }`
public struct Inspect: Word {
    /// The `Action.inspect` step.
    public let step: Step

    /// Waits up to `limit`, by default 10 s, until the tag has been read. All checks that fail are reported together.
    public init(
        _ tag: TagName, within limit: Lapse = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
        @TagCheckBuilder _ checks: () -> [TagExpectation]
    ) {
        step = Step(.inspect(tag: tag, within: limit, checks: checks()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Inspect {
    @available(*, unavailable, message: "say what the tag must be: Inspect(.doorTag) { Is(.type2) }")
    public init(_ tag: TagName, within limit: Lapse = .zero) { fatalError() }
}

/// A word for use inside `Inspect { }`.
public protocol TagWord: Sendable {
    /// The check that the word forms.
    var expectation: TagExpectation { get }
}

extension TagWord {
    /// Adds the meaning of failures that show one of these causes, and of no others, with an optional code for
    /// programs: `Is(.locked).otherwise("anybody can overwrite it", when: "tag.writable")`.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: SeenCause, _ more: SeenCause...
    ) -> ExplainedTagWord {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Adds a meaning.
    public func otherwise(_ meaning: Meaning) -> ExplainedTagWord {
        ExplainedTagWord(expectation: expectation.with(cause: meaning))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TagWord {
    @available(
        *, unavailable,
        message: "say which failures show it: otherwise(\"anybody can write it\", when: \"tag.writable\")"
    )
    public func otherwise(_ words: String, code: FailureCode? = nil) -> ExplainedTagWord { fatalError() }
}

/// A word inside `Inspect { }` together with the meaning of its failure.
public struct ExplainedTagWord: TagWord {
    /// The check with its meaning.
    public let expectation: TagExpectation
}

/// The tag's type, or whether it can be written: `Is(.type2)`, `Is(.locked)`.
public struct Is: TagWord {
    /// The `TagCheck.platform` or `TagCheck.state` check.
    public let expectation: TagExpectation

    /// Requires a type of tag.
    public init(_ platform: TagPlatformName, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.platform(platform: platform), spot: SourceSpot(file, line))
    }

    /// Requires a lock state. One that cannot be determined is a failure.
    public init(_ state: TagLockState, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.state(state: state), spot: SourceSpot(file, line))
    }
}

/// The tag's chip, by its maker's name: `HasChip("NTAG215")`.
public struct HasChip: TagWord {
    /// The `TagCheck.chip` check.
    public let expectation: TagExpectation

    /// Requires a chip by its name, in upper or lower case. One that cannot be identified is a failure.
    public init(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.chip(chip: name), spot: SourceSpot(file, line))
    }
}

/// The size of the longest message the tag holds, in bytes: `Holds(atLeast: 480)`.
public struct Holds: TagWord {
    /// The `TagCheck.capacity` check.
    public let expectation: TagExpectation

    /// Requires memory for a message of this many bytes.
    public init(atLeast bytes: Int, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.capacity(bytes: bytes), spot: SourceSpot(file, line))
    }
}

/// The number of bytes left after the message: `HasFree(atLeast: 40)`.
public struct HasFree: TagWord {
    /// The `TagCheck.free` check.
    public let expectation: TagExpectation

    /// Requires this much memory beyond the message, in bytes.
    public init(atLeast bytes: Int, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.free(bytes: bytes), spot: SourceSpot(file, line))
    }
}

/// The message is within the tag's memory: `Fits()`.
public struct Fits: TagWord {
    /// The `TagCheck.free` check, for 0 bytes.
    public let expectation: TagExpectation

    /// Requires that the message is not larger than the memory for it.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.free(bytes: 0), spot: SourceSpot(file, line))
    }
}

/// The link in the first record, letter for letter, or its host alone: `LinksTo("https://example.com/door")`.
public struct LinksTo: TagWord {
    /// The `TagCheck.link` or `TagCheck.linkHost` check.
    public let expectation: TagExpectation

    /// Requires exactly this URI in the first record.
    public init(_ url: String, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.link(url: url), spot: SourceSpot(file, line))
    }

    /// Requires a URI with this host in the first record. Upper and lower case make no difference.
    public init(host: String, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.linkHost(host: host), spot: SourceSpot(file, line))
    }
}

/// The first record is any link: `StartsWithLink()`.
public struct StartsWithLink: TagWord {
    /// The `TagCheck.firstRecordIsLink` check.
    public let expectation: TagExpectation

    /// Requires a URI in the first record.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.firstRecordIsLink, spot: SourceSpot(file, line))
    }
}

/// The number of records in the message: `HasRecords(2)`.
public struct HasRecords: TagWord {
    /// The `TagCheck.records` check.
    public let expectation: TagExpectation

    /// Requires exactly this number of records.
    public init(_ count: Int, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.records(count: count), spot: SourceSpot(file, line))
    }
}

/// The place a phone would go to with the tag: `Opens(.doorApp, path: "/door/open")`.
public struct Opens: TagWord {
    /// The `TagCheck.opens` check.
    public let expectation: TagExpectation

    /// Requires a destination, and the path of its URL unless `path` is nil.
    public init(
        _ destination: Destination, path: String? = nil, file: StaticString = #filePath, line: UInt = #line
    ) {
        expectation = TagExpectation(.opens(destination: destination, path: path), spot: SourceSpot(file, line))
    }
}

/// Nothing was found on the tag that could be a problem for a phone or a reader: `IsClean()`.
public struct IsClean: TagWord {
    /// The `TagCheck.noFindings` check.
    public let expectation: TagExpectation

    /// Creates the check, which allows notes by default.
    public init(upTo level: FindingLevel = .note, file: StaticString = #filePath, line: UInt = #line) {
        expectation = TagExpectation(.noFindings(level: level), spot: SourceSpot(file, line))
    }
}
