// Authors of rigs need names, distances, addresses and the shared values, and should import one module only.
@_exported public import Ground
@_exported public import Vocabulary
