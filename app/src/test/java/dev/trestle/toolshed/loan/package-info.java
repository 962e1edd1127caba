/** The domain: lending tools. Knows neither HTTP nor JSON. */
@NullMarked
package dev.trestle.toolshed.loan;

import org.jspecify.annotations.NullMarked;
