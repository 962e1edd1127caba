/** Tests of the generators and of shrinking. */
@NullMarked
package dev.trestle.gen;

import org.jspecify.annotations.NullMarked;
