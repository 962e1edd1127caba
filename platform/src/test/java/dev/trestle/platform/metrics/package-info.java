/** Tests of metrics, health and logs; and that no secret gets into them. */
@NullMarked
package dev.trestle.platform.metrics;

import org.jspecify.annotations.NullMarked;
