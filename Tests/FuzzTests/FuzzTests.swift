import Ground
import TestSupport
import Testing

/// The targets of `ci/fuzz` without libFuzzer: their valid inputs, some corrupted ones, and all that once broke a
/// promise.
@Suite("Fuzz targets") struct FuzzTests {
    static let all =
        AttributeTargets.all + RangingTargets.all + NearbyTargets.all + IdentityTargets.all + TagTargets.all
        + MemoryTargets.all
        + RoutingTargets.all + PropertyTargets.all + ServiceTargets.all
        + CaptureTargets.all + TextTargets.all + PlanTargets.all + RunTargets.all + SealTargets.all
        + GateRecordTargets.all + BisectTargets.all + GateTargets.all + ConsoleTargets.all + CommandTargets.all

    @Test("valid and mutated inputs keep every promise of a target", arguments: all.map(\.name))
    func spoiltInputs(name: String) throws {
        let target = try #require(Self.all.first { $0.name == name })
        let seeds = target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds + [[], [0], [0xFF]] { target.take(seed) }
        var mutator = Mutator(seeds: seeds)
        for _ in 0..<300 { target.take(mutator.next(limit: 1_000)) }
    }

    @Test("inputs that once broke a promise no longer do", arguments: found.indices)
    func foundInputs(index: Int) throws {
        let (name, hex) = Self.found[index]
        try #require(Self.all.first { $0.name == name }).take(bytes(hex))
    }

    /// Inputs found by `ci/fuzz`, with their targets.
    static let found: [(target: String, hex: String)] = [
        // A Read By Type Response whose item length was redacted.
        ("redaction", "00 09 09 07 02 00 02 03 00 00 2a"),
        // A packet of a kit, followed by bytes with reserved bits set, which were taken for a packet.
        ("redaction", "52 67 65 03 00 02 61 6e 67 5b 65 03 00 02 3c"),
    ]

    @Test("every target has a unique name")
    func names() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }
}
