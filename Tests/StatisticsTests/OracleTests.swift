import Ground
import Statistics
import TestSupport
import Testing

/// The limits on which gates depend, compared with Python's exact integer sums of the definitions.
@Suite struct OracleTests {
    private static let preamble = """
        import sys
        from fractions import Fraction
        from math import comb, sqrt
        from statistics import NormalDist

        def tail(low, high, n, p):
            "P(low <= X <= high) for X ~ Bin(n, p), exactly, for the float p as it is."
            p = Fraction(p)
            a, m = p.numerator, p.denominator
            return float(Fraction(sum(comb(n, i) * a**i * (m - a)**(n - i) for i in range(low, high + 1)), m**n))

        def wilson(k, n, c):
            z = NormalDist().inv_cdf((1 + c) / 2)
            d, share = 1 + z * z / n, k / n
            centre = (share + z * z / (2 * n)) / d
            half = z / d * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
            return centre - half, centre + half

        def near(name, given, wanted, within):
            if not abs(given - wanted) <= within:
                print(f"{name}: {given} is not {wanted}: {line}")
                sys.exit(1)

        """

    private func check(_ lines: [String], _ script: String) throws {
        let scratch = try Scratch()
        try Scratch.write(lines.joined(separator: "\n"), to: scratch("cases"))
        let counted = try OtherProgram.python(Self.preamble + script, [scratch("cases")])
        #expect(counted == "\(lines.count)\n", "every case was looked at")
    }

    @Test("limits of Clopper and Pearson have the tails that they promise, and Wilson's are his formula's")
    func limits() throws {
        var generator = SeededGenerator(seed: 4)
        let lines = (0..<250).map { _ in
            let trials = Int.random(in: 1...160, using: &generator)
            let rate = FailureRate(failures: Int.random(in: 0...trials, using: &generator), trials: trials)
            let confidence = [0.8, 0.9, 0.95, 0.99].randomElement(using: &generator) ?? 0.95
            let (both, wilson) = (rate.interval(confidence: confidence), rate.wilson(confidence: confidence))
            let values = [
                confidence, rate.upperLimit(confidence: confidence), rate.lowerLimit(confidence: confidence),
                both.lower, both.upper, wilson.lower, wilson.upper,
            ]
            return "\(rate.failures) \(trials) " + values.map { "\($0)" }.joined(separator: " ")
        }
        try check(
            lines,
            """
            count = 0
            for line in open(sys.argv[1]):
                k, n, c, upper, lower, low, high, wlow, whigh = [float(part) for part in line.split()]
                k, n = int(k), int(n)
                for name, p, risk in [("upper", upper, 1 - c), ("two-sided upper", high, (1 - c) / 2)]:
                    near(name, tail(0, k, n, p) if k < n else p, risk if k < n else 1, 1e-8)
                for name, p, risk in [("lower", lower, 1 - c), ("two-sided lower", low, (1 - c) / 2)]:
                    near(name, tail(k, n, n, p) if k > 0 else p, risk if k > 0 else 0, 1e-8)
                first, last = wilson(k, n, c)
                near("Wilson", wlow, max(0, first), 1e-9)
                near("Wilson", whigh, min(1, last), 1e-9)
                count += 1
            print(count)
            """)
    }

    @Test("Fisher's test is the sum of tables, and Newcombe's interval is made of Wilson's")
    func comparisons() throws {
        var generator = SeededGenerator(seed: 5)
        let lines = (0..<250).map { _ in
            func rate() -> FailureRate {
                let trials = Int.random(in: 1...160, using: &generator)
                return FailureRate(failures: Int.random(in: 0...trials, using: &generator), trials: trials)
            }
            let (one, other) = (rate(), rate())
            let comparison = RateComparison(candidate: one, baseline: other)
            let interval = comparison.interval(confidence: 0.95)
            let counts = [one.failures, one.trials, other.failures, other.trials].map { "\($0)" }
            let values = [comparison.candidateIsWorse, interval.lower, interval.upper]
            return (counts + values.map { "\($0)" }).joined(separator: " ")
        }
        try check(
            lines,
            """
            count = 0
            for line in open(sys.argv[1]):
                parts = line.split()
                k1, n1, k2, n2 = [int(part) for part in parts[:4]]
                worse, low, high = [float(part) for part in parts[4:]]
                both, of = k1 + k2, n1 + n2
                tables = {x: comb(both, x) * comb(of - both, n1 - x) for x in range(max(0, n1 - (of - both)),
                          min(both, n1) + 1)}
                whole = comb(of, n1)
                one = float(Fraction(sum(v for x, v in tables.items() if x >= k1), whole))
                near("worse", worse, one, 1e-9)
                (l1, u1), (l2, u2) = wilson(k1, n1, 0.95), wilson(k2, n2, 0.95)
                p1, p2 = k1 / n1, k2 / n2
                near("Newcombe", low, p1 - p2 - sqrt((p1 - l1) ** 2 + (u2 - p2) ** 2), 1e-8)
                near("Newcombe", high, p1 - p2 + sqrt((u1 - p1) ** 2 + (p2 - l2) ** 2), 1e-8)
                count += 1
            print(count)
            """)
        #expect(throws: OtherProgram.Failure.self, "and a wrong limit is found") {
            try check(["1 2 0.5"], "for line in open(sys.argv[1]): near('x', 0.5, 0.6, 1e-8)")
        }
    }
}
