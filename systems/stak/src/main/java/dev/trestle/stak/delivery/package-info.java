/**
 * Delivers messages to users: workers that take chunks of an audience from the queue, dead letters,
 * and the answer to "why did this user not get it". May use {@code model}, {@code inbox}, {@code
 * message}, {@code event}, the store and the queue. Start with {@link
 * dev.trestle.stak.delivery.DeliveryWorker}.
 */
@NullMarked
package dev.trestle.stak.delivery;

import org.jspecify.annotations.NullMarked;
