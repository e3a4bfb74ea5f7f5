// Whoever writes plans needs spans, distances and quantities, and should import one module only.
@_exported public import Ground
@_exported public import Vocabulary
