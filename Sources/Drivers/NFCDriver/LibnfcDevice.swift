internal import CLibNFC
import Glibc
import Ground
import Links

/// The reader itself stopped answering, or never did.
struct ReaderGone: Error {
    let reason: String
}

/// A reader opened by libnfc, used as nfc.md 3.9 recommends; for the helper process only.
@safe
final class LibnfcDevice {
    private let context: OpaquePointer
    private let device: OpaquePointer
    /// libnfc's name for the reader.
    let name: String
    private var selected: nfc_target?
    /// Whether a tag has been selected since the field was switched on, and may be asleep in it.
    private var fieldUsed = false
    /// The tag that was alone at the last poll.
    private var alone: TagIdentity?
    private var errorsInRow = 0

    /// The number of consecutive I/O errors after which the reader counts as gone (nfc.md 3.9).
    private static let errorLimit = 3
    /// The buffer size for answers, of which the longest through a PN532 is 263 octets (nfc.md 2.5).
    private static let answerLimit = 512
    /// In microseconds.
    private static let resetTime: UInt32 = 7_000
    /// The minimum timeout in milliseconds. A PN532 itself gives a tag 52 ms (nfc.md 2.5); with a shorter timeout,
    /// its answer would be mistaken for the next one's.
    private static let leastPatience: Int64 = 120

    init(connection: String) throws(ReaderGone) {
        var context: OpaquePointer?
        unsafe nfc_init(&context)
        guard let context = unsafe context else { throw ReaderGone(reason: "libnfc did not start") }
        guard let device = unsafe nfc_open(context, connection) else {
            unsafe nfc_exit(context)
            throw ReaderGone(reason: "no NFC reader answers")
        }
        unsafe self.context = context
        unsafe self.device = device
        name = unsafe nfc_device_get_name(device).map { unsafe String(cString: $0) } ?? connection
        // nfc_open returns a device even if the chip did not report its version, and the next call would then abort.
        var modulations: UnsafePointer<nfc_modulation_type>?
        let known = unsafe nfc_device_get_supported_modulation(device, N_INITIATOR, &modulations)
        guard known == NFC_SUCCESS, unsafe modulations != nil else {
            throw ReaderGone(reason: "the NFC reader did not tell what it is")
        }
        guard unsafe nfc_initiator_init(device) == NFC_SUCCESS,
            unsafe nfc_device_set_property_bool(device, NP_INFINITE_SELECT, false) == NFC_SUCCESS
        else { throw ReaderGone(reason: "the NFC reader did not get ready: \(lastError)") }
    }

    deinit {
        unsafe nfc_close(device)
        unsafe nfc_exit(context)
    }

    /// Polls once for type A tags and selects the first, whose identity is returned first; an empty result means no
    /// tag.
    ///
    /// A previously selected tag may be halted or in the middle of its protocol, and then does not receive a request
    /// (nfc.md 3.4): the field is first switched off and on, so that every tag in it is reset.
    func poll() throws(ReaderGone) -> [TagIdentity] {
        let before = alone
        alone = nil
        guard let first = try find() else { return [] }
        // A tag that is searched again after a disturbance was found to be alone a moment ago.
        let others = first == before ? [] : try findOthers(than: first)
        guard selected != nil else { return [] }
        if others.isEmpty { alone = first }
        return [first] + others
    }

    private func find() throws(ReaderGone) -> TagIdentity? {
        while true {
            let code = select()
            try checkForLife(code)
            if code > 0, let tag = selected { return TagIdentity(tag) }
            // With finite retries the chip itself reports that there is no tag, so silence must be investigated, and so
            // must other errors: of a reader with its own USB interface that was unplugged, libnfc returns what libusb
            // does (-ENODEV).
            if code < 0, code != NFC_EIO { try reviveField() }
            if code != NFC_EIO { return nil }
        }
    }

    /// Searches for tags other than the selected one, which is reselected at the end.
    ///
    /// A deselected tag is silent (nfc.md 3.4), so the next one answers. Two tags with the same UID count as one.
    private func findOthers(than first: TagIdentity) throws(ReaderGone) -> [TagIdentity] {
        var others: [TagIdentity] = []
        while others.count + 1 < ChildMessage.tagLimit {
            let deselected = unsafe nfc_initiator_deselect_target(device)
            try checkForLife(deselected)
            guard deselected >= 0 else { break }
            var target = nfc_target()
            let code = unsafe nfc_initiator_select_passive_target(device, LibnfcDevice.typeA, nil, 0, &target)
            try checkForLife(code)
            guard code > 0 else { break }
            let other = TagIdentity(target)
            guard other.uid != first.uid, !others.contains(where: { $0.uid == other.uid }) else { break }
            others.append(other)
        }
        try checkForLife(select(first))
        return others
    }

    /// Selects the wanted tag, or any tag if none is given or the wanted one has a random UID.
    private func select(_ wanted: TagIdentity? = nil) -> Int32 {
        selected = nil
        if fieldUsed {
            let code = restartField()
            if code != NFC_SUCCESS { return code }
        }
        let uid = wanted.map { $0.hasRandomUID ? [] : $0.uid } ?? []
        var target = nfc_target()
        // libnfc goes by the length: if it is 0, libnfc searches for any tag.
        let code = unsafe nfc_initiator_select_passive_target(
            device, LibnfcDevice.typeA, uid, uid.count, &target)
        if code > 0 {
            selected = target
            fieldUsed = true
        }
        return code
    }

    private static let typeA = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)

    /// Switches the field off and on. 5.1 ms without field reset a tag, and 5 ms with it let it wake up (ISO/IEC
    /// 14443-3); the pauses include a margin.
    private func restartField() -> Int32 {
        let off = unsafe nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, false)
        guard off == NFC_SUCCESS else { return off }
        usleep(LibnfcDevice.resetTime)
        let on = unsafe nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, true)
        usleep(LibnfcDevice.resetTime)
        if on == NFC_SUCCESS { fieldUsed = false }
        return on
    }

    /// Sends one command to the selected tag and returns `.response` or `.exchangeFailed`.
    func exchange(_ command: [UInt8], within limit: Lapse) throws(ReaderGone) -> ChildMessage {
        guard let tag = selected else { return .exchangeFailed(.tagLost, "no tag is selected") }
        let raw = tag.isType2 && !tag.isMifare && !LibnfcDevice.easyCommands.contains(command.first ?? 0)
        var answer = [UInt8](repeating: 0, count: LibnfcDevice.answerLimit)
        let patience = max(limit.nanoseconds / 1_000_000, LibnfcDevice.leastPatience)
        let milliseconds = Int32(clamping: min(patience, 30_000))
        if raw { _ = unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, false) }
        let count = unsafe nfc_initiator_transceive_bytes(
            device, command, command.count, &answer, answer.count, milliseconds)
        let text = lastError
        if raw { _ = unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, true) }
        try checkForLife(count)
        if count >= 0 { return .response(Array(answer.prefix(Int(count)))) }
        return try explain(count, text, of: tag, limit: limit)
    }

    /// The commands that the PN532's data exchange passes through for a type 2 tag: READ, WRITE, compatibility WRITE.
    /// It would mistake 60 (GET_VERSION) for an authentication and does not know the other commands of NTAG21x
    /// (nfc.md 2.5).
    private static let easyCommands: Set<UInt8> = [0x30, 0xA2, 0xA0]

    private func explain(
        _ code: Int32, _ text: String, of tag: nfc_target, limit: Lapse
    ) throws(ReaderGone) -> ChildMessage {
        switch code {
        case NFC_ECHIP, NFC_ESOFT: return .exchangeFailed(.reader, "the reader failed: \(text)")
        case NFC_EIO:
            _ = try isAwake(tag)
            return .exchangeFailed(.reader, "the reader failed: \(text)")
        case NFC_ETIMEOUT where try isAwake(tag):
            return .exchangeFailed(.timeout, "the reader had no answer within \(limit)")
        case NFC_ETIMEOUT, NFC_ETGRELEASED: return .exchangeFailed(.tagLost, "the tag left the field")
        default:
            if try answersPresence() { return .exchangeFailed(.transmission, "the transmission failed: \(text)") }
            return try isAwake(tag)
                ? .exchangeFailed(.transmission, "the transmission failed: \(text)")
                : .exchangeFailed(.tagLost, "the tag left the field")
        }
    }

    /// Returns whether the selected tag is still present; a silent one is selected again.
    func isTagPresent() throws(ReaderGone) -> Bool {
        guard let tag = selected else { return false }
        return try answersPresence() ? true : selectAgain(tag)
    }

    /// Returns whether a silent type 2 tag is present after all.
    ///
    /// A type 2 tag that refuses a command returns to its unselected state and ignores everything else; it is
    /// unverified what a PN532 reports for the refusal (nfc.md, Q9). A type 4 tag forgets its file when it is
    /// reselected, so it counts as lost.
    private func isAwake(_ tag: nfc_target) throws(ReaderGone) -> Bool {
        guard try selectAgain(tag), tag.isType2 else {
            selected = nil
            return false
        }
        return true
    }

    /// Searches for a tag by its UID in a restarted field.
    ///
    /// Switching the field also shows whether the reader is alive: a silent reader must never be mistaken for a
    /// silent tag.
    private func selectAgain(_ tag: nfc_target) throws(ReaderGone) -> Bool {
        selected = nil
        try reviveField()
        let identity = TagIdentity(tag)
        if identity.hasRandomUID { return false }
        let code = select(identity)
        try checkForLife(code)
        return code > 0
    }

    /// Restarts the field; throws if the reader fails to do even that.
    private func reviveField() throws(ReaderGone) {
        while true {
            let code = restartField()
            try checkForLife(code)
            if code == NFC_SUCCESS { return }
            if code != NFC_EIO { throw ReaderGone(reason: "the NFC reader does not answer: \(lastError)") }
        }
    }

    private func answersPresence() throws(ReaderGone) -> Bool {
        while true {
            let code = unsafe nfc_initiator_target_is_present(device, nil)
            try checkForLife(code)
            if code != NFC_EIO { return code == NFC_SUCCESS }
        }
    }

    private func checkForLife(_ code: Int32) throws(ReaderGone) {
        errorsInRow = code == NFC_EIO ? errorsInRow + 1 : 0
        if errorsInRow >= LibnfcDevice.errorLimit {
            throw ReaderGone(reason: "the NFC reader does not answer: \(lastError)")
        }
    }

    private var lastError: String {
        unsafe nfc_strerror(device).map { unsafe String(cString: $0) } ?? "unknown error"
    }
}

extension nfc_target {
    fileprivate var isType2: Bool { unsafe nti.nai.btSak & 0x60 == 0 }
    fileprivate var isMifare: Bool { unsafe nti.nai.btSak & 0x08 != 0 }
}

extension TagIdentity {
    /// Whether the UID is random: a single-size UID that begins with 08 is regenerated whenever the field comes on
    /// (nfc.md 2.1).
    fileprivate var hasRandomUID: Bool { uid.count == 4 && uid[0] == 0x08 }

    /// Creates an identity from libnfc's data on a type A tag; its counts are not trusted beyond their arrays.
    fileprivate init(_ target: nfc_target) {
        let tag = unsafe target.nti.nai
        func prefix<Octets>(of octets: Octets, _ count: Int) -> [UInt8] {
            unsafe withUnsafeBytes(of: octets) { unsafe Array($0.prefix(count)) }
        }
        self.init(
            uid: prefix(of: tag.abtUid, tag.szUidLen), atqa: UInt16(tag.abtAtqa.0) << 8 | UInt16(tag.abtAtqa.1),
            sak: tag.btSak, ats: prefix(of: tag.abtAts, tag.szAtsLen))
    }
}
