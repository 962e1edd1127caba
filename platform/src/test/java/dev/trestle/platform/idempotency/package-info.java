/** Tests of idempotency keys, on a real engine. */
@NullMarked
package dev.trestle.platform.idempotency;

import org.jspecify.annotations.NullMarked;
