/** Tests of the JUnit support, with JUnit itself running the samples that must fail. */
@NullMarked
package dev.trestle.junit;

import org.jspecify.annotations.NullMarked;
