package dev.trestle.platform.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.stream.Collectors;

/**
 * Records as JSON: names in snake_case, times in UTC with milliseconds, an absent Optional left
 * out, nesting and lengths bounded. Reading is strict: a component that is missing or null is a
 * fault unless it is an Optional, a name may stand there once, a text is no number.
 */
public final class Json {
  private static final int BUFFERS_MAX = 64;
  private static final int DEPTH_MAX = 32;
  private static final int NAME_MAX = 256;
  private static final int NUMBER_MAX = 100;

  private static final JsonInclude.Value PRESENT_ONLY =
      JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT);

  private static final ObjectMapper MAPPER = mapper();

  private Json() {}

  private static ObjectMapper mapper() {
    var limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(DEPTH_MAX)
            .maxNameLength(NAME_MAX)
            .maxNumberLength(NUMBER_MAX)
            .build();
    var times = new SimpleModule();
    times.addSerializer(Instant.class, new InstantText());
    // Shared buffers: one set for each thread, Jackson's default, would be one for each of the
    // virtual threads that wait on a socket, 16 KB each.
    var factory =
        JsonFactory.builder()
            .streamReadConstraints(limits)
            .recyclerPool(JsonRecyclerPools.newBoundedPool(BUFFERS_MAX))
            .build();
    return JsonMapper.builder(factory)
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .addModule(times)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .defaultPropertyInclusion(PRESENT_ONLY)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }

  private static final class InstantText extends ToStringSerializerBase {
    InstantText() {
      super(Instant.class);
    }

    @Override
    public String valueToString(Object value) {
      return TimeText.of((Instant) value);
    }
  }

  /** A time as it stands in answers. */
  public static String text(Instant time) {
    return TimeText.of(time);
  }

  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws ApiError 400 that names the field that does not fit
   */
  public static <T> T read(byte[] json, int start, int length, Class<T> type) {
    try {
      T value = MAPPER.readValue(json, start, length, type);
      if (value == null) throw ApiError.invalid("", "A JSON object is expected.");
      return value;
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof ApiError refused) throw refused;
      throw ApiError.invalid(field(e), "This does not fit what is expected.");
    } catch (IOException e) {
      throw ApiError.invalid("", "The body is not JSON.");
    }
  }

  public static <T> T read(byte[] json, Class<T> type) {
    return read(json, 0, json.length, type);
  }

  private static String field(JsonMappingException fault) {
    return fault.getPath().stream()
        .map(step -> step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName())
        .collect(Collectors.joining("."));
  }

  /** For trees and streams of tokens, with the same settings. */
  public static ObjectMapper tree() {
    return MAPPER;
  }
}
