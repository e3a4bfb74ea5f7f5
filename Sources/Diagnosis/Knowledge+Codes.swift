public import Ground
public import Simulators

extension Knowledge {
    /// Returns the known defects that show all of these codes, as findings or failures, in at least half of the
    /// scenarios in which they play; the most regular ones first, at most three.
    ///
    /// `share` is the share of a defect's scenarios in which the rarest of the codes occurs. Codes that healthy
    /// accessories show too say nothing. A capture has no scenario, so its codes are compared with
    /// those of all scenarios.
    public func defects(showing codes: Set<FailureCode>) -> [(defect: Defect, share: Double)] {
        let telling = codes.filter { share(of: $0, in: profiles[0]) == 0 }
        guard !telling.isEmpty else { return [] }
        let matches = defectPlaces.compactMap { place -> (defect: Defect, share: Double)? in
            let profile = profiles[place]
            guard let defect = profile.subject.defect else { return nil }
            let share = telling.map { self.share(of: $0, in: profile) }.min() ?? 0
            return share >= 0.5 ? (defect, share) : nil
        }
        return Array(matches.sorted { $0.share > $1.share }.prefix(Diagnosis.most))
    }

    /// Returns the share of a profile's played scenarios in which a code occurred.
    private func share(of code: FailureCode, in profile: Profile) -> Double {
        let finding = findings.firstIndex(of: code)
        let signs = Set(self.signs.indices.filter { self.signs[$0].code == code || self.signs[$0].seenCode == code })
        let played = profile.cells.filter { $0.runs > 0 }
        guard !played.isEmpty else { return 0 }
        let showing = played.count { cell in
            cell.findings.contains { $0.code == finding } || cell.failures.contains { signs.contains($0.sign) }
        }
        return Double(showing) / Double(played.count)
    }
}
