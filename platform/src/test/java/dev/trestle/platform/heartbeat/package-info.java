/** Tests of the heartbeats. */
@NullMarked
package dev.trestle.platform.heartbeat;

import org.jspecify.annotations.NullMarked;
