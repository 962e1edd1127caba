/**
 * Reads and writes DynamoDB's JSON token by token: values and items in {@link
 * dev.trestle.dynamodb.json.JsonItems}, structures of the API by their {@link
 * dev.trestle.dynamodb.json.Member}s, and lines of exported items. Errors have DynamoDB's messages.
 * Public because the HTTP endpoint shares it.
 */
@NullMarked
package dev.trestle.dynamodb.json;

import org.jspecify.annotations.NullMarked;
