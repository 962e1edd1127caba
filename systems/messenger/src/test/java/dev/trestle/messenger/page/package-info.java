/**
 * Messenger's page in real browsers, against a real server on a real engine. Start with {@link
 * dev.trestle.messenger.page.ConversationPageTest}. {@link dev.trestle.messenger.page.PageUser} is
 * a user of the page.
 */
@NullMarked
package dev.trestle.messenger.page;

import org.jspecify.annotations.NullMarked;
