package dev.trestle.model;

/** The content of an index's keys for the items of one entity. */
record IndexPlacement(TableIndex index, KeyPair keys) {}
