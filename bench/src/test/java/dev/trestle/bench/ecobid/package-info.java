/** The benchmark itself is seen to run. */
@NullMarked
package dev.trestle.bench.ecobid;

import org.jspecify.annotations.NullMarked;
