import Links

/// What moves accessories and tags: the simulated world, or a person.
protocol Stage: AnyObject {
    /// Begins to do what is asked; what has been done comes through the mailbox.
    func perform(_ request: StageRequest)
    /// Ends its threads; safe to call twice.
    func close()
}
