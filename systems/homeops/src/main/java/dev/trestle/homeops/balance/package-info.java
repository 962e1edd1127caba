/** How the load is shared, for each member's own eyes. */
@NullMarked
package dev.trestle.homeops.balance;

import org.jspecify.annotations.NullMarked;
