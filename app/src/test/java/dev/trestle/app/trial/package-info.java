/**
 * A fleet of servers under faults, checked by what its clients saw. Start with {@link
 * dev.trestle.app.trial.FleetTrial}.
 */
@NullMarked
package dev.trestle.app.trial;

import org.jspecify.annotations.NullMarked;
