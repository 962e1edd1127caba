/**
 * A client of EcoBid's API in Java, on the JDK's HTTP client. May use the platform's JSON and the
 * client of the accounts, and nothing else of EcoBid. Start with {@link
 * dev.trestle.ecobid.client.EcoBidClient}.
 */
@NullMarked
package dev.trestle.ecobid.client;

import org.jspecify.annotations.NullMarked;
