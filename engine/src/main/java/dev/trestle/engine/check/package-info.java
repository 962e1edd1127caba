/**
 * Checks requests: first the constraints of DynamoDB's service model, then keys, key conditions,
 * start keys and the Select parameter, all with DynamoDB's own error texts. Uses request, read,
 * table and expression. Start at {@link dev.trestle.engine.check.Constraints}.
 */
@NullMarked
package dev.trestle.engine.check;

import org.jspecify.annotations.NullMarked;
