/** Examples that the reference has to get right, from DynamoDB's documentation. */
@NullMarked
package dev.trestle.testing.reference;

import org.jspecify.annotations.NullMarked;
