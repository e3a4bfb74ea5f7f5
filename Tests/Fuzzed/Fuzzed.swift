// Nothing: whoever builds this module builds all that the fuzz targets of `ci/fuzz short` are made of.
