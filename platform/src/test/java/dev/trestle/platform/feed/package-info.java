/** What a change feed promises, held against each implementation. */
@NullMarked
package dev.trestle.platform.feed;

import org.jspecify.annotations.NullMarked;
