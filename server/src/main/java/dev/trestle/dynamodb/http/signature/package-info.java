/**
 * Verifies AWS Signature Version 4 as DynamoDB does, in the header and as a presigned query. Start
 * at {@link dev.trestle.dynamodb.http.signature.SignatureCheck}; it verifies a {@link
 * dev.trestle.dynamodb.http.signature.SignedRequest} and knows nothing of HTTP servers.
 *
 * <p>The order of the checks and the messages are DynamoDB's, as far as they are known. Secrets
 * stay in {@link dev.trestle.dynamodb.http.signature.AccessKeys}: no text that is made here
 * contains one.
 */
@NullMarked
package dev.trestle.dynamodb.http.signature;

import org.jspecify.annotations.NullMarked;
