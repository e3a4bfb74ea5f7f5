import Ground
import System

/// A stream of bytes to a driver under test: a gadget's terminal or a pseudo-terminal's master.
struct ByteLine {
    /// More than this waiting to be written means that nobody reads: what comes later is dropped, as on a real wire.
    static let backlogLimit = 65_536
    /// How long a line that failed is left alone: nobody has the other end open.
    static let pause = Span.milliseconds(20)
    static let bytesAtOnce = 4096

    private let descriptor: FileDescriptor
    private var waiting: [UInt8] = []
    private(set) var pausedUntil = Instant.start

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    func pollDescriptor(at now: Instant) -> PollDescriptor? {
        guard pausedUntil <= now, descriptor.isOpen else { return nil }
        return PollDescriptor(descriptor.number, waiting.isEmpty ? .readable : [.readable, .writable])
    }

    mutating func read(at now: Instant) -> [UInt8] {
        flush(at: now)
        guard pausedUntil <= now else { return [] }
        do throws(SystemError) {
            guard let bytes = try descriptor.read(upTo: Self.bytesAtOnce) else { return [] }
            if bytes.isEmpty { pausedUntil = now + Self.pause }
            return bytes
        } catch {
            pausedUntil = now + Self.pause
            return []
        }
    }

    mutating func write(_ bytes: [UInt8], at now: Instant) {
        if waiting.count + bytes.count <= Self.backlogLimit { waiting += bytes }
        flush(at: now)
    }

    private mutating func flush(at now: Instant) {
        while !waiting.isEmpty {
            do throws(SystemError) {
                guard let written = try descriptor.write(waiting) else { return }
                waiting.removeFirst(written)
            } catch {
                waiting.removeAll()
                pausedUntil = now + Self.pause
            }
        }
    }
}
