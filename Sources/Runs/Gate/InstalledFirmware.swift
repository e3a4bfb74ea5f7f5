import Evidence
import Gate
import GateKit
import Journal

/// The firmware in the accessory, as far as a gate knows: written by the rig, or read from the accessory.
struct InstalledFirmware {
    /// The copies to write; empty if the rig writes none.
    let copies: [GateSide: FirmwareCopy]
    private(set) var identity = GateIdentity()
    /// The previous report of each accessory.
    private(set) var last = LastTold()
    /// The identity level of the last reading.
    private(set) var level = IdentityLevel.unknown
    /// The side whose firmware is taken to be in the accessory; nil before the first reading or write, and after a
    /// failed write.
    private(set) var side: GateSide?
    /// The number of the current power cycle, from 1.
    private(set) var cycle = 1
    /// The ordinal of the last run that was started before the last reading.
    private(set) var lastReading = 0
    /// The reason why the firmware could not be written.
    private(set) var writeError: CommandError?

    init(copies: [GateSide: FirmwareCopy]) { self.copies = copies }

    /// Counts a power cycle that was played.
    mutating func beginCycle() { cycle += 1 }

    /// Continues after the power cycles of an earlier command.
    mutating func resume(after lastCycle: Int) { cycle = lastCycle + 1 }

    mutating func beginVisit() -> Int { identity.beginVisit() }

    /// Continues after the visits of an earlier command.
    mutating func skip(to visit: Int) { identity.skip(to: visit) }

    /// Takes the unit's serial number from the accessories' reports.
    mutating func see(_ identities: [RunIdentity]) { identity.see(identities) }

    /// Keeps the reports of a side for comparison with the next ones.
    mutating func keep(_ identities: [RunIdentity], of side: GateSide) { last.take(identities, of: side) }

    /// Adds a judged reading.
    mutating func take(_ note: GateNote.Identity) {
        identity.take(note)
        level = IdentityLevel(rawValue: note.level) ?? .unknown
    }

    /// Records that a side's firmware is about to be read, after a run.
    mutating func beginReading(of side: GateSide, afterOrdinal: Int) {
        self.side = side
        lastReading = afterOrdinal
    }

    /// Records that a side's firmware is in the accessory without having been written.
    mutating func assume(_ side: GateSide) { self.side = side }

    /// Writes a side's firmware, which begins a power cycle; after an error nothing is known about the accessory.
    mutating func write(_ side: GateSide, by write: (FirmwareCopy?) throws(CommandError) -> Void) throws(CommandError) {
        self.side = nil
        do throws(CommandError) {
            let copy = copies[side]
            try copy?.check("before it was written")
            try write(copy)
        } catch {
            writeError = error
            throw error
        }
        self.side = side
        cycle += 1
    }
}
