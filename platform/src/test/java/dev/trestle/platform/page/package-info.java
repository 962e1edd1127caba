/** The shared parts of pages, seen in a browser. */
@NullMarked
package dev.trestle.platform.page;

import org.jspecify.annotations.NullMarked;
