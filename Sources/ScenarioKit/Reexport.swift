// Whoever writes scenarios needs Ground's distances, spans and names, and should import one module only.
@_exported public import Ground
