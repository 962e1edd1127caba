/** Background work that fails. */
@NullMarked
package dev.trestle.platform.thread;

import org.jspecify.annotations.NullMarked;
