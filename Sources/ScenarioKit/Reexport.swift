// Authors of scenarios need distances, spans, names and the shared values, and should import one module only.
@_exported public import Ground
@_exported public import Vocabulary
