/**
 * Tests of the sources themselves: format, borders between modules, sizes and links. Sees files and
 * class files, never the code it reads.
 */
@NullMarked
package dev.trestle.tidy;

import org.jspecify.annotations.NullMarked;
