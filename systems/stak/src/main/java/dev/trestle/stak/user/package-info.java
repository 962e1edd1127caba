/**
 * Known users as administrators see them: listed, looked up, erased. Uses the model and the
 * inboxes. Start with {@link dev.trestle.stak.user.KnownUsers}.
 */
@NullMarked
package dev.trestle.stak.user;

import org.jspecify.annotations.NullMarked;
