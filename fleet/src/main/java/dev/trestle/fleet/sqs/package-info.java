/**
 * Wake-ups of workers through a queue of SQS. Start with {@link dev.trestle.fleet.sqs.SqsWakeups}.
 */
@NullMarked
package dev.trestle.fleet.sqs;

import org.jspecify.annotations.NullMarked;
