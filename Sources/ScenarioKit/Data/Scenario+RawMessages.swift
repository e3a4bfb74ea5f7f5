public import Ground

extension Scenario {
    /// Returns all raw messages that steps write to an accessory without its app.
    public func rawMessages(to name: AccessoryName) -> [RawMessage] {
        func messages(in steps: [Step]) -> [RawMessage] {
            steps.flatMap { step -> [RawMessage] in
                guard case .send(let messages, name, _) = step.action else {
                    return messages(in: step.action.innerSteps)
                }
                return messages
            }
        }
        return messages(in: steps)
    }
}
