/** Tests of what tenants' servers are told. */
@NullMarked
package dev.trestle.stak.webhook;

import org.jspecify.annotations.NullMarked;
