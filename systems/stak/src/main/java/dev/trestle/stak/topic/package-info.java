/**
 * Topics and their subscribers. Uses the model, the inboxes and the queue. Start with {@link
 * dev.trestle.stak.topic.TopicStore}.
 */
@NullMarked
package dev.trestle.stak.topic;

import org.jspecify.annotations.NullMarked;
