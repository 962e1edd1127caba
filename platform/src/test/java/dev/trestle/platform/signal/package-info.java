/** Tests of signals; every implementation passes {@code SignalsContract}. */
@NullMarked
package dev.trestle.platform.signal;

import org.jspecify.annotations.NullMarked;
