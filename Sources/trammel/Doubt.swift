import Ground
import Synchronization

/// What is doubtful about the bench and keeps nothing from being played: told on standard error, each thing once.
enum Doubt {
    private static let told = Mutex<Set<String>>([])

    static func tell(_ what: String) {
        guard told.withLock({ $0.insert(what).inserted }) else { return }
        StandardOutput.error.write("trammel: \(what.escapedForDisplay).\n")
    }
}
