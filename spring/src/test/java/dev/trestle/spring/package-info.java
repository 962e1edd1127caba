/** Tests of the starter. */
@NullMarked
package dev.trestle.spring;

import org.jspecify.annotations.NullMarked;
