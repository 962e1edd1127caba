/** Tests of webhooks. */
@NullMarked
package dev.trestle.stak.webhook;

import org.jspecify.annotations.NullMarked;
