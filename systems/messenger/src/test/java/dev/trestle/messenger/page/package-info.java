/**
 * Messenger's page as people use it: real browsers against a real server on a real engine. Start
 * with {@link dev.trestle.messenger.page.ConversationPageTest}; {@link
 * dev.trestle.messenger.page.Person} is somebody in front of the page.
 */
@NullMarked
package dev.trestle.messenger.page;

import org.jspecify.annotations.NullMarked;
