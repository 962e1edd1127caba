/**
 * Tests of pages in the system's chromium, driven by Playwright: accessibility with axe-core, and
 * screenshots in light, dark and on a phone. Start at {@link
 * dev.trestle.testing.browser.BrowserTest}, then {@link dev.trestle.testing.browser.BrowserUser}.
 *
 * <p>Uses JUnit and Playwright. Playwright is large, so only modules with such tests have it among
 * their test dependencies.
 */
@NullMarked
package dev.trestle.testing.browser;

import org.jspecify.annotations.NullMarked;
