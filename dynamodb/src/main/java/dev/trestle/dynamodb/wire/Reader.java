package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * Reads one JSON value that is not null. The parser stands on its first token and is left on its
 * last.
 */
@FunctionalInterface
interface Reader<T> {
  T read(JsonParser in) throws IOException;
}
