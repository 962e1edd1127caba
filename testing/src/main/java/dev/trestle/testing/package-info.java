/**
 * What tests share: an engine for each test, a manual clock, fault injection. Uses {@code
 * dev.trestle.dynamodb}, {@code dev.trestle.gen}, JUnit and AssertJ. Start at {@link
 * dev.trestle.testing.TrestleTest}.
 */
@NullMarked
package dev.trestle.testing;

import org.jspecify.annotations.NullMarked;
