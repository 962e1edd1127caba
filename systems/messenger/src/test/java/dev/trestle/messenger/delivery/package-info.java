/** Tests of delivery between servers. */
@NullMarked
package dev.trestle.messenger.delivery;

import org.jspecify.annotations.NullMarked;
