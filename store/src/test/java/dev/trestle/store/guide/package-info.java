/** The example of docs/GUIDE.md: a shed that lends tools. The guide shows this source. */
@NullMarked
package dev.trestle.store.guide;

import org.jspecify.annotations.NullMarked;
