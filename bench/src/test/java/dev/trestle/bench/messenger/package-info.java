/** Messenger's benchmark itself. */
@NullMarked
package dev.trestle.bench.messenger;

import org.jspecify.annotations.NullMarked;
