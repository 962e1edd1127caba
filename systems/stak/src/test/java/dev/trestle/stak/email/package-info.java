/** Tests of e-mails with an SMTP server. */
@NullMarked
package dev.trestle.stak.email;

import org.jspecify.annotations.NullMarked;
