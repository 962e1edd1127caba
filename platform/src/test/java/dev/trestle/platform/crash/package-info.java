/** Queue, feed and schedule in a process that is killed again and again. */
@NullMarked
package dev.trestle.platform.crash;

import org.jspecify.annotations.NullMarked;
