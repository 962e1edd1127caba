/**
 * The event log on Kafka, which other programs follow. Start with {@link
 * dev.trestle.fleet.kafka.KafkaEventLog}.
 */
@NullMarked
package dev.trestle.fleet.kafka;

import org.jspecify.annotations.NullMarked;
