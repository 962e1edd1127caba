/** Tests of the generators and of what shrinking finds. */
@NullMarked
package dev.trestle.gen;

import org.jspecify.annotations.NullMarked;
