/** Trends, with a clock that moves by days. */
@NullMarked
package dev.trestle.stak.trend;

import org.jspecify.annotations.NullMarked;
