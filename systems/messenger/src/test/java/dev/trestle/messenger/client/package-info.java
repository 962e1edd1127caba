/** The client, against the server. */
@NullMarked
package dev.trestle.messenger.client;

import org.jspecify.annotations.NullMarked;
