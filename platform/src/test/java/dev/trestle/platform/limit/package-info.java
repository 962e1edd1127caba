/** Tests of rate limits; every limiter passes {@code LimiterContract}. */
@NullMarked
package dev.trestle.platform.limit;

import org.jspecify.annotations.NullMarked;
