package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * Reads one JSON value other than null. The parser is at the value's first token, and at its last
 * one afterwards.
 */
@FunctionalInterface
interface JsonReader<T> {
  T read(JsonParser in) throws IOException;
}
