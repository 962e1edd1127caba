/** Leases among processes that come and go, and what kills them. */
@NullMarked
package dev.trestle.platform.lease;

import org.jspecify.annotations.NullMarked;
