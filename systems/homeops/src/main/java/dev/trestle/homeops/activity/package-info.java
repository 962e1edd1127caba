/** The log of activities, and what is learned from it. */
@NullMarked
package dev.trestle.homeops.activity;

import org.jspecify.annotations.NullMarked;
