/**
 * HomeOps in Telegram: the webhook, the worker behind it, and the client of the Bot API. Start with
 * {@link dev.trestle.homeops.telegram.Telegram}.
 */
@NullMarked
package dev.trestle.homeops.telegram;

import org.jspecify.annotations.NullMarked;
