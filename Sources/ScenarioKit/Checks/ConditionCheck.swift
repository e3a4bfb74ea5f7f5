import Ground

// User actions that affect whether the phone reads tags.
extension ScenarioCheck {
    mutating func condition(
        _ hindrance: TagAbstractState.BlockingReason, _ begins: Bool, _ act: SystemAct, _ spot: SourceSpot
    ) {
        let since = tags.line(of: hindrance)
        if begins, let since {
            report("this already holds since line \(since.line): omit one of them", at: spot)
        } else if !begins, since == nil {
            report("this already holds: there is nothing to \(act) here", at: spot)
        }
        if !outline.usesTags {
            report("no step uses a tag, and nothing else depends on this", weight: .warning, at: spot)
        }
        if begins { tags.begin(hindrance, spot) } else { readsAgain(hindrance) }
    }

    /// Ends a condition that keeps the phone from reading. After the last one, tags already on the reader count as
    /// new.
    mutating func readsAgain(_ hindrance: TagAbstractState.BlockingReason) {
        tags.end(hindrance)
        if !tags.present.isEmpty { touch() }
    }

    /// Applies a restart: the phone is locked, its display is on and it was never unlocked. Airplane mode is
    /// unchanged.
    mutating func restart(_ spot: SourceSpot) {
        for hindrance in [TagAbstractState.BlockingReason.displayOff, .camera, .wallet, .readerSession] {
            tags.end(hindrance)
        }
        tags.begin(.neverUnlocked, spot)
        tags.mayHaveNotified = false
        lockedAt = spot
    }
}
