/** Tests of the throughput limits. */
@NullMarked
package dev.trestle.item.throughput;

import org.jspecify.annotations.NullMarked;
