/** Live updates for open pages: signals between servers, and the event streams of each server. */
@NullMarked
package dev.trestle.ecobid.live;

import org.jspecify.annotations.NullMarked;
