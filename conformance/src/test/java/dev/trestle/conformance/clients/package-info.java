/**
 * Clients that nobody here wrote, each telling the same story over HTTP: tables, items, batches,
 * queries, transactions, streams, faults. What they saw is compared line by line with {@code
 * clients/story.txt} among the resources, so that a client that reads an answer otherwise is
 * noticed. Uses the server and the AWS SDK; start reading at {@link
 * dev.trestle.conformance.clients.BotoTest}, the story itself reads best in {@code
 * clients/python/story.py}.
 */
@NullMarked
package dev.trestle.conformance.clients;

import org.jspecify.annotations.NullMarked;
