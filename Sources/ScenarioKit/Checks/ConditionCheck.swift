import Ground

// What the user does with the phone, as far as reading tags depends on it.
extension ScenarioCheck {
    mutating func condition(_ hindrance: TagPicture.Hindrance, _ begins: Bool, _ act: SystemAct, _ spot: SourceSpot) {
        let since = tags.line(of: hindrance)
        if begins, let since {
            report("that is so already, since line \(since.line): leave one away", at: spot)
        } else if !begins, since == nil {
            report("that is so already: there is nothing here to \(act)", at: spot)
        }
        if !outline.usesTags {
            report("no step uses a tag, and nothing else depends on this", weight: .warning, at: spot)
        }
        if begins { tags.begin(hindrance, spot) } else { readsAgain(hindrance) }
    }

    /// One hindrance less: when it was the last one, the tags that lie on the reader are new tags.
    mutating func readsAgain(_ hindrance: TagPicture.Hindrance) {
        tags.end(hindrance)
        if !tags.present.isEmpty { touch() }
    }

    /// The phone is locked, lit, and was never unlocked; airplane mode stays as it is.
    mutating func restart(_ spot: SourceSpot) {
        for hindrance in [TagPicture.Hindrance.displayOff, .camera, .wallet, .readerSession] { tags.end(hindrance) }
        tags.begin(.neverUnlocked, spot)
        tags.mayHaveNotified = false
        lockedAt = spot
    }
}
