/** Calls to servers that others run: slow ones, endless ones, and addresses that change. */
@NullMarked
package dev.trestle.platform.outbound;

import org.jspecify.annotations.NullMarked;
