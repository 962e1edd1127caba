/** The log of a chat: how entries are appended densely, read without gaps, changed and searched. */
@NullMarked
package dev.trestle.messenger.message;

import org.jspecify.annotations.NullMarked;
