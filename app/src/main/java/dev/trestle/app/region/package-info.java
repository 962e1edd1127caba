/**
 * The loss of a region: gaps in the logs of chats, and a drill. Start at {@link
 * dev.trestle.app.region.RegionDrill}.
 */
@NullMarked
package dev.trestle.app.region;

import org.jspecify.annotations.NullMarked;
