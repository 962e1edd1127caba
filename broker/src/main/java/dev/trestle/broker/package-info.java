/** A Kafka and an SQS for tests and for trying out a fleet. They are never part of a server. */
@NullMarked
package dev.trestle.broker;

import org.jspecify.annotations.NullMarked;
