/**
 * Tenants: their settings, the configuration of their inboxes, their keys and their users' tokens.
 * May use {@code model}, the store and the platform's identity. Start with {@link
 * dev.trestle.stak.tenant.Directory}.
 */
@NullMarked
package dev.trestle.stak.tenant;

import org.jspecify.annotations.NullMarked;
