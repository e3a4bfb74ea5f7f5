extension Scenario {
    /// Where every accessory that is walked to or from stands at the beginning: where its first walk begins.
    public var firstPlaces: [Course] {
        var places: [Course] = []
        collect(steps, into: &places)
        return places
    }

    private func collect(_ steps: [Step], into places: inout [Course]) {
        for step in steps {
            if case .walk(let course) = step.action, !places.contains(where: { $0.accessory == course.accessory }) {
                places.append(course)
            }
            collect(step.action.innerSteps, into: &places)
        }
    }
}
