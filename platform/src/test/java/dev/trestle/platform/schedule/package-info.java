/** What a schedule promises, held against each implementation. */
@NullMarked
package dev.trestle.platform.schedule;

import org.jspecify.annotations.NullMarked;
