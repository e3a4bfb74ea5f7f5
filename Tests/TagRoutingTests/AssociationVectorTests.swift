import Ground
import TagRouting
import TestSupport
import Testing

/// One row of the fact sheet's table of links.
struct LinkCase: CustomTestStringConvertible, Sendable {
    let row: String
    let evidence: String
    let rules: String
    let app: App
    let url: String
    let result: String

    init(_ columns: [String]) {
        (row, evidence, rules) = (columns[0], columns[1], columns[2])
        let isOther = columns[3] == "other"
        app = App(
            identifier: isOther ? "com.other.app" : "com.example.\(columns[3])",
            associatedDomains: ["applinks:example.com"], teamIdentifier: isOther ? "ZZZZZ99999" : "ABCDE12345")
        (url, result) = (columns[4], columns[5])
    }

    var testDescription: String { "\(row) \(url) -> \(result)" }

    func bytes() throws -> [UInt8] {
        rules.hasPrefix("@") ? try vectorFile(String(rules.dropFirst())) : file(components: rules)
    }

    static let scored = try! vectorRows("association.tsv", columns: 6).map { LinkCase($0) }
    static let decided = try! vectorRows("association-decided.tsv", columns: 6).map { LinkCase($0) }
}

@Suite struct AssociationVectorTests {
    private func word(_ verdict: LinkVerdict) -> String {
        switch verdict {
        case .match: "match"
        case .exclude: "exclude"
        case .noMatch: "none"
        case .undecided: "undecided"
        }
    }

    private func word(_ decision: RouteDecision) -> String {
        switch (decision.destination, decision.cause) {
        case (.app, _): "match"
        case (.browser, .u4): "exclude"
        case (.browser, .u9): "port"
        case (.browser, _): "none"
        case (let destination, _): "\(destination)"
        }
    }

    @Test("every row of the fact sheet is in one of the two lists") func countsRows() {
        let rows = Set((LinkCase.scored + LinkCase.decided).map(\.row))
        #expect(rows == Set((1...114).map { $0 < 10 ? "L0\($0)" : "L\($0)" } + ["L42b"]))
        #expect(LinkCase.decided.allSatisfy { $0.evidence == "D" } && LinkCase.scored.allSatisfy { $0.evidence != "D" })
    }

    @Test("a link goes where Apple's documentation or tool says", arguments: LinkCase.scored)
    func scored(row: LinkCase) throws { try check(row) }

    @Test("a link without evidence goes where this project decided", arguments: LinkCase.decided)
    func decided(row: LinkCase) throws { try check(row) }

    private func check(_ row: LinkCase) throws {
        let bytes = try row.bytes()
        let router = TagRouter(apps: [row.app], sites: [AssociatedSite(host: "example.com", bytes: bytes)])
        let decision = router.route(uri: row.url, conditions: PhoneConditions())
        #expect(word(decision) == row.result, "\(decision)")
        let explanation = router.explain(uri: row.url, conditions: PhoneConditions())
        #expect(explanation.decision == decision)
        let url = try LinkURL(row.url)
        guard url.host?.lowercased() == "example.com" else { return }
        let association = try AssociationFile(bytes)
        let name = row.app.fullIdentifier
        let verdict = association.decide(url, for: name)
        #expect(word(verdict) == (row.result == "port" ? "match" : row.result))
        #expect(association.explain(url, for: name).verdict == verdict)
    }

    @Test("a rule that only Apple's tool shows is not called documented")
    func evidence() throws {
        let doubtful: [String: Evidence] = [
            "L01": .documented, "L02": .documented, "L14": .documented, "L18": .inferred, "L19": .documented,
            "L20": .documented, "L23": .inferred, "L26": .inferred, "L27": .inferred, "L28": .inferred,
            "L29": .documented, "L34": .inferred, "L35": .documented, "L53": .documented, "L55": .inferred,
            "L63": .inferred, "L68": .documented, "L69": .inferred, "L70": .inferred, "L97": .inferred,
            "L103": .inferred,
            "L107": .inferred, "L109": .inferred, "L111": .unverified, "L112": .unverified, "L113": .unverified,
            "L114": .inferred,
        ]
        for row in LinkCase.scored + LinkCase.decided {
            guard let expected = doubtful[row.row] else { continue }
            let router = TagRouter(
                apps: [row.app], sites: [AssociatedSite(host: "example.com", bytes: try row.bytes())])
            let decision = router.route(uri: row.url, conditions: PhoneConditions())
            #expect(decision.evidence == expected, "\(row.testDescription): \(decision.findings)")
            #expect(decision.findings.isEmpty == (expected == .documented), "\(row.testDescription)")
        }
    }
}
