/** Deliveries whose workers fail and die. */
@NullMarked
package dev.trestle.stak.delivery;

import org.jspecify.annotations.NullMarked;
