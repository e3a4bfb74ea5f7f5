import Synchronization
public import Testing

/// Repeats a test that failed while the machine was stalled: a timeout then says nothing about the code.
///
/// For tests that depend on the timing of real devices. A failure on a machine that kept running counts at once, and
/// so does one in the last round.
public struct SteadyMachineTrait: TestTrait, SuiteTrait, TestScoping {
    private static let rounds = 4

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> SteadyMachineTrait? {
        testCase == nil ? nil : self
    }

    /// Records that the machine stalled, as noticed outside this process: by the rig in a virtual machine, for example.
    public static func noteStandstill() { Standstills.shared.note() }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for _ in 1..<Self.rounds {
            let began = Standstills.shared.now
            let isInDoubt = Atomic<Bool>(false)
            try await withKnownIssue("the machine stalled meanwhile", isIntermittent: true) {
                try await function()
            } matching: { _ in
                guard Standstills.shared.isAny(since: began) else { return false }
                isInDoubt.store(true, ordering: .relaxed)
                return true
            }
            guard isInDoubt.load(ordering: .relaxed) else { return }
        }
        try await function()
    }
}

extension Trait where Self == SteadyMachineTrait {
    /// Repeats a test that failed while the machine was stalled.
    public static var onASteadyMachine: Self { Self() }
}
