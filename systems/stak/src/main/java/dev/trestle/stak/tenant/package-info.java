/**
 * Tenants: their settings, the configuration of their inboxes, their API keys and their users'
 * tokens. May use {@code model}, the store and the platform's identity. Start with {@link
 * dev.trestle.stak.tenant.SettingsStore}.
 */
@NullMarked
package dev.trestle.stak.tenant;

import org.jspecify.annotations.NullMarked;
