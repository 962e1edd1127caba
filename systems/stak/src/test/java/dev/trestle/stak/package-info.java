/** What Stak's tests share. */
@NullMarked
package dev.trestle.stak;

import org.jspecify.annotations.NullMarked;
