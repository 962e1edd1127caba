/**
 * A client of HomeOps' API in Java, on the JDK's HTTP client. May use the platform's JSON and the
 * client of the accounts, and nothing else of HomeOps.
 */
@NullMarked
package dev.trestle.homeops.client;

import org.jspecify.annotations.NullMarked;
