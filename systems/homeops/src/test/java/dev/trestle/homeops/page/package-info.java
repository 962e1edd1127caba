/** HomeOps' page in a browser. */
@NullMarked
package dev.trestle.homeops.page;

import org.jspecify.annotations.NullMarked;
