/** Who somebody is: login by a code to a phone number, sessions of devices, refresh tokens. */
@NullMarked
package dev.trestle.messenger.identity;

import org.jspecify.annotations.NullMarked;
