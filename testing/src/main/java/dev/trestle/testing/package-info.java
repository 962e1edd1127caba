/**
 * What tests share: an engine for each test, a clock that stands still, faults by name. Uses {@code
 * dev.trestle.dynamodb}, {@code dev.trestle.gen}, JUnit and AssertJ.
 */
@NullMarked
package dev.trestle.testing;

import org.jspecify.annotations.NullMarked;
