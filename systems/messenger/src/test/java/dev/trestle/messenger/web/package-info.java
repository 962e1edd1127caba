/** Tests of the API and the socket, including attacks. */
@NullMarked
package dev.trestle.messenger.web;

import org.jspecify.annotations.NullMarked;
