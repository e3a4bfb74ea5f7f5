// Nothing: who builds this module builds all that the targets of `ci/fuzz short` are made of, and the drivers that read
// the system's headers.
