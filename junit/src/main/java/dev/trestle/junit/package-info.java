/**
 * JUnit support for programs that use DynamoDB. Start with {@link dev.trestle.junit.TrestleTest},
 * which gives tests an engine, and {@link dev.trestle.junit.DesignTest}, which tests a model. May
 * use the embedded clients, the store and the design checks.
 */
@NullMarked
package dev.trestle.junit;

import org.jspecify.annotations.NullMarked;
