/** Tests of wake-ups through SQS, on ElasticMQ. */
@NullMarked
package dev.trestle.fleet.sqs;

import org.jspecify.annotations.NullMarked;
