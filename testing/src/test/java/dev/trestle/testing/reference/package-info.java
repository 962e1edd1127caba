/** Examples from DynamoDB's documentation that the reference must get right. */
@NullMarked
package dev.trestle.testing.reference;

import org.jspecify.annotations.NullMarked;
