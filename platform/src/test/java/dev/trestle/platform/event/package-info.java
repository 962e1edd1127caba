/** Tests of the event log and of what is published to it. */
@NullMarked
package dev.trestle.platform.event;

import org.jspecify.annotations.NullMarked;
