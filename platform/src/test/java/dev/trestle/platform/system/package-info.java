/** Tests of ids. */
@NullMarked
package dev.trestle.platform.system;

import org.jspecify.annotations.NullMarked;
