// Whoever writes rigs needs Ground's names, distances and addresses, and should import one module only.
@_exported public import Ground
