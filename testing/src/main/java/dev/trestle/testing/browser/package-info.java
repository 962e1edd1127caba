/**
 * Pages as people see them: the system's chromium driven by Playwright, axe-core for accessibility,
 * pictures in light, dark and on a phone. Start with {@link
 * dev.trestle.testing.browser.BrowserTest}, then {@link dev.trestle.testing.browser.Visitor}.
 *
 * <p>Uses JUnit and Playwright. A module with such tests names Playwright among its own test
 * dependencies: it is large, and the others do without.
 */
@NullMarked
package dev.trestle.testing.browser;

import org.jspecify.annotations.NullMarked;
