package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes the members of a result, without the object around them. */
@FunctionalInterface
interface JsonWriter<T> {
  void write(JsonGenerator out, T result) throws IOException;
}
