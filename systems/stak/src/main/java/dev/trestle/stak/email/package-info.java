/**
 * E-mails about messages: claimed once for each recipient, sent through an SMTP server, at once or
 * in digests, and declined with a link. May use {@code model}, {@code inbox}, {@code event}, {@code
 * tenant} and the platform. Start with {@link dev.trestle.stak.email.EmailChannel}.
 */
@NullMarked
package dev.trestle.stak.email;

import org.jspecify.annotations.NullMarked;
