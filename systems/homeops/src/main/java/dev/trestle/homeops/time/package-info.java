/**
 * Time as families say it: "i morse", "halv tre", "på fredag", "an hour ago", and the household's
 * days and weeks. Uses java.time only.
 */
@NullMarked
package dev.trestle.homeops.time;

import org.jspecify.annotations.NullMarked;
