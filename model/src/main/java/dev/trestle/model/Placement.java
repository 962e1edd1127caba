package dev.trestle.model;

/** What stands in the keys of an index for the items of one entity. */
record Placement(TableIndex index, KeyPair keys) {}
