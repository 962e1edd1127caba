/**
 * Clients that others wrote run the same scenario over HTTP: tables, items, batches, queries,
 * transactions, streams, errors. Their output is compared line by line with the resource {@code
 * clients/story.txt}, so that a client that reads a response differently is noticed. Uses the
 * server and the AWS SDK. Start at {@link dev.trestle.conformance.clients.BotoTest}; the scenario
 * is easiest to read in {@code clients/python/story.py}.
 */
@NullMarked
package dev.trestle.conformance.clients;

import org.jspecify.annotations.NullMarked;
