/**
 * The multi-tenant inbox. {@link dev.trestle.stak.Stak} is what a server opens; the packages below
 * go from {@code model} (the table) to {@code web} (the APIs).
 */
@NullMarked
package dev.trestle.stak;

import org.jspecify.annotations.NullMarked;
