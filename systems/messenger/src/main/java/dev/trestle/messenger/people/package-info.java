/** What people show of themselves, and who of a list of numbers is here. */
@NullMarked
package dev.trestle.messenger.people;

import org.jspecify.annotations.NullMarked;
