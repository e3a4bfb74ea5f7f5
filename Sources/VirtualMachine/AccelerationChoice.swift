import Glibc

/// Which ways of running the guest's processor are worth trying here, and which worked last time.
///
/// On some hosts /dev/kvm opens and the guest then never starts, so only a start that worked is proof. The answer is
/// kept until the host restarts.
struct AccelerationChoice {
    let cache: KernelCache
    let wanted: Acceleration?

    /// The ways to try, in order.
    var candidates: [Acceleration] {
        if let wanted { return [wanted] }
        guard access("/dev/kvm", R_OK | W_OK) == 0 else { return [.emulation] }
        return remembered == .emulation ? [.emulation] : [.kvm, .emulation]
    }

    /// Keeps what worked, unless it was asked for.
    func remember(_ acceleration: Acceleration) {
        guard wanted == nil, remembered != acceleration else { return }
        try? writeFile(path, Array("\(acceleration.rawValue) \(hostStart)\n".utf8))
    }

    private var remembered: Acceleration? {
        guard let bytes = try? readFile(path) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[1] == hostStart else { return nil }
        return Acceleration(rawValue: String(words[0]))
    }

    private var path: String { cache.folder + "/acceleration" }

    /// Differs after each start of the host.
    private var hostStart: String {
        guard let bytes = try? readFile("/proc/sys/kernel/random/boot_id") else { return "unknown" }
        return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    }
}
