/**
 * AWS Signature Version 4, verified as DynamoDB does: in the header and as a presigned query.
 * {@link dev.trestle.dynamodb.wire.signature.SignatureCheck} is the door; it takes a {@link
 * dev.trestle.dynamodb.wire.signature.SignedRequest} and knows nothing of HTTP servers.
 *
 * <p>The order of the checks and the texts of the refusals are DynamoDB's as far as they are known.
 * Secrets stay in {@link dev.trestle.dynamodb.wire.signature.AccessKeys}: no text made here has
 * one.
 */
@NullMarked
package dev.trestle.dynamodb.wire.signature;

import org.jspecify.annotations.NullMarked;
