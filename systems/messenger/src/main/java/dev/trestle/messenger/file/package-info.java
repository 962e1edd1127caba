/**
 * Photos and other files of chats: uploads, and who may read them. Start with {@link
 * dev.trestle.messenger.file.ChatFiles}.
 */
@NullMarked
package dev.trestle.messenger.file;

import org.jspecify.annotations.NullMarked;
