internal import CLibNFC
import Glibc
import Ground
import Links

/// The reader itself stopped answering, or never did.
struct ReaderGone: Error {
    let reason: String
}

/// A reader that libnfc has open, used as nfc.md 3.9 recommends; for the helper process alone.
@safe
final class LibnfcDevice {
    private let context: OpaquePointer
    private let device: OpaquePointer
    /// What libnfc calls the reader.
    let name: String
    private var selected: nfc_target?
    /// A tag has been selected since the field was switched on, and may sleep in it.
    private var fieldUsed = false
    private var errorsInRow = 0

    /// As many I/O errors in a row mean that the reader is gone (nfc.md 3.9).
    private static let errorLimit = 3
    /// The longest answer through a PN532 is 263 octets (nfc.md 2.5).
    private static let answerLimit = 512

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
        // nfc_open gives a device even when the chip did not tell its version, and the next call would then abort.
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

    /// Looks once for a type A tag and selects it.
    ///
    /// A tag that was selected before may be halted or in the middle of its protocol, and then does not hear a request
    /// (nfc.md 3.4): the field is switched off and on first, so that every tag in it starts afresh.
    func poll() throws(ReaderGone) -> TagIdentity? {
        while true {
            let code = select()
            try checkForLife(code)
            if code > 0, let tag = selected { return TagIdentity(tag) }
            // With finite retries the chip itself says that there is no tag: silence needs looking into.
            if code == NFC_ETIMEOUT, restartField() != NFC_SUCCESS {
                throw ReaderGone(reason: "the NFC reader does not answer: \(lastError)")
            }
            if code != NFC_EIO { return nil }
        }
    }

    private func select() -> Int32 {
        selected = nil
        if fieldUsed {
            let code = restartField()
            if code != NFC_SUCCESS { return code }
        }
        var target = nfc_target()
        let modulation = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
        let code = unsafe nfc_initiator_select_passive_target(device, modulation, nil, 0, &target)
        if code > 0 {
            selected = target
            fieldUsed = true
        }
        return code
    }

    /// 5 ms without field reset a tag, and 5 ms with it let it wake up (ISO/IEC 14443-3); twice that to be safe.
    private func restartField() -> Int32 {
        let off = unsafe nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, false)
        guard off == NFC_SUCCESS else { return off }
        usleep(10_000)
        let on = unsafe nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, true)
        usleep(10_000)
        if on == NFC_SUCCESS { fieldUsed = false }
        return on
    }

    /// Sends one command to the selected tag and gives `.response` or `.exchangeFailed`.
    func exchange(_ command: [UInt8], within limit: Span) throws(ReaderGone) -> ChildMessage {
        guard let tag = selected else { return .exchangeFailed(.tagLost, "no tag is selected") }
        let raw = tag.isType2 && !tag.isMifare && !LibnfcDevice.easyCommands.contains(command.first ?? 0)
        var answer = [UInt8](repeating: 0, count: LibnfcDevice.answerLimit)
        // Zero would wait without end.
        let milliseconds = Int32(clamping: min(max(limit.nanoseconds / 1_000_000, 1), 30_000))
        if raw { _ = unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, false) }
        let count = unsafe nfc_initiator_transceive_bytes(
            device, command, command.count, &answer, answer.count, milliseconds)
        let text = lastError
        if raw { _ = unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, true) }
        try checkForLife(count)
        if count >= 0 { return .response(Array(answer.prefix(Int(count)))) }
        return try explain(count, text, limit: limit)
    }

    /// What the PN532's data exchange takes as it is for a type 2 tag: READ, WRITE, compatibility WRITE. It would take
    /// 60 (GET_VERSION) for an authentication and does not know the other commands of NTAG21x (nfc.md 2.5).
    private static let easyCommands: Set<UInt8> = [0x30, 0xA2, 0xA0]

    private func explain(_ code: Int32, _ text: String, limit: Span) throws(ReaderGone) -> ChildMessage {
        switch code {
        case NFC_ETGRELEASED: return .exchangeFailed(.tagLost, "the tag left the field")
        case NFC_ETIMEOUT: return .exchangeFailed(.timeout, "the reader had no answer within \(limit)")
        case NFC_EIO, NFC_ECHIP, NFC_ESOFT: return .exchangeFailed(.reader, "the reader failed: \(text)")
        default:
            return try isTagPresent()
                ? .exchangeFailed(.transmission, "the transmission failed: \(text)")
                : .exchangeFailed(.tagLost, "the tag left the field")
        }
    }

    /// Whether the selected tag still answers; selects it again when libnfc has no other way to ask.
    func isTagPresent() throws(ReaderGone) -> Bool {
        guard selected != nil else { return false }
        while true {
            var code = unsafe nfc_initiator_target_is_present(device, nil)
            if code == NFC_EDEVNOTSUPP {
                let uid = selected.map { TagIdentity($0).uid }
                code = select() > 0 && selected.map { TagIdentity($0).uid } == uid ? NFC_SUCCESS : NFC_ETGRELEASED
            }
            try checkForLife(code)
            if code == NFC_SUCCESS { return true }
            if code != NFC_EIO {
                selected = nil
                return false
            }
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
    /// What libnfc stored of a type A tag; its counts are not trusted beyond their arrays.
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
