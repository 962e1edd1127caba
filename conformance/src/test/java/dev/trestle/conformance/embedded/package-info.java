/**
 * What can only be told of an engine in this process: time that passes by hand, folders that others
 * hold or have damaged, a disk that is full, closing while requests run.
 */
@NullMarked
package dev.trestle.conformance.embedded;

import org.jspecify.annotations.NullMarked;
