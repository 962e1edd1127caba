/** Tests of the event log on a real Kafka. */
@NullMarked
package dev.trestle.fleet.kafka;

import org.jspecify.annotations.NullMarked;
