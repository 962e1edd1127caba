/** Tests of a chat's own words. */
@NullMarked
package dev.trestle.homeops.alias;

import org.jspecify.annotations.NullMarked;
