import Links

extension TagIdentity {
    /// Whether the tag makes a UID up anew whenever the field comes on: four bytes, the first of them 08 (NFC fact
    /// sheet 2.1).
    var hasRandomUID: Bool { uid.count == 4 && uid.first == 0x08 }

    /// Whether a tag that is looked for after a disturbance can be this one.
    ///
    /// Two random UIDs say nothing about each other: then all else must be equal, and that the tag is the same is
    /// inferred [I].
    func mayBe(_ other: TagIdentity) -> Bool {
        if uid == other.uid { return true }
        return hasRandomUID && other.hasRandomUID && atqa == other.atqa && sak == other.sak && ats == other.ats
    }
}

extension TagPoller.Guest {
    /// Whether a tag that was found can be this one.
    func mayBe(_ found: TagIdentity) -> Bool { identity.mayBe(found) }
}
