/**
 * Tests that need an engine in this process: a manual clock, locked or damaged folders, a full
 * disk, closing while requests run.
 */
@NullMarked
package dev.trestle.conformance.embedded;

import org.jspecify.annotations.NullMarked;
