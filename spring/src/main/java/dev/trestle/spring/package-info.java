/**
 * Spring Boot support: a bean of the type {@code Model} gives a bean of the type {@code Store}.
 * Start with {@link dev.trestle.spring.TrestleAutoConfiguration}; {@link
 * dev.trestle.spring.TrestleProperties} has the settings, and {@link dev.trestle.spring.StoreTest}
 * is for tests. May use the store, the embedded clients, Spring and Micrometer.
 */
@NullMarked
package dev.trestle.spring;

import org.jspecify.annotations.NullMarked;
