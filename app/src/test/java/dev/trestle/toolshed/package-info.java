/** A system as small as can be, written by CONTRIBUTING's "Adding a system". */
@NullMarked
package dev.trestle.toolshed;

import org.jspecify.annotations.NullMarked;
