package dev.trestle.platform.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.stream.Collectors;

/**
 * Records as JSON: names in snake_case, times in UTC with milliseconds, an absent Optional left
 * out, nesting and lengths bounded. Reading is strict: a component or an element of a list that is
 * missing or null is an error unless it is an Optional, a name may occur once, texts, numbers and
 * booleans are not converted into each other, and {@link StrictJson} checks each text and number.
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
    times.addDeserializer(Instant.class, new InstantReader());
    // Shared buffers: Jackson's default of one set per thread would be one for each of the
    // virtual threads that wait on a socket, 16 KB each.
    var factory =
        new StrictJson(
            new JsonFactoryBuilder()
                .streamReadConstraints(limits)
                .recyclerPool(JsonRecyclerPools.newBoundedPool(BUFFERS_MAX)));
    return JsonMapper.builder(factory)
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .addModule(times)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .defaultPropertyInclusion(PRESENT_ONLY)
        .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
        .withCoercionConfig(LogicalType.Textual, Json::refuseAllButTexts)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }

  private static void refuseAllButTexts(MutableCoercionConfig texts) {
    texts
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
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

  /** Takes texts only, and years that can be stored: Jackson also takes seconds as digits. */
  private static final class InstantReader extends StdScalarDeserializer<Instant> {
    InstantReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (!in.hasToken(JsonToken.VALUE_STRING)) {
        return (Instant) context.handleUnexpectedToken(Instant.class, in);
      }
      try {
        var time = Instant.parse(in.getText());
        if (!time.isBefore(TimeText.FIRST) && time.isBefore(TimeText.END)) return time;
      } catch (DateTimeParseException _) {
        // Refused as one of another year is.
      }
      throw context.weirdStringException(in.getText(), Instant.class, "not a time");
    }
  }

  /** A time as it appears in replies. */
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
   * @throws ApiError 400 that names the invalid field
   */
  public static <T> T read(byte[] json, int start, int length, Class<T> type) {
    try {
      T value = MAPPER.readValue(json, start, length, type);
      if (value == null) throw ApiError.invalid("", "A JSON object is expected.");
      return value;
    } catch (JsonProcessingException e) {
      throw refusal(e);
    } catch (IOException e) {
      throw ApiError.invalid("", "The body is not JSON.");
    }
  }

  /** 400 for a text that could not be read; it names the invalid field. */
  public static ApiError refusal(JsonProcessingException e) {
    if (e instanceof StrictJson.InvalidValue invalid) return invalid.toError();
    if (e.getCause() instanceof StrictJson.InvalidValue invalid) return invalid.toError();
    if (e.getCause() instanceof ApiError refused) return refused;
    return e instanceof JsonMappingException fault
        ? ApiError.invalid(field(fault), "This does not have the expected form.")
        : ApiError.invalid("", "The body is not JSON.");
  }

  public static <T> T read(byte[] json, Class<T> type) {
    return read(json, 0, json.length, type);
  }

  private static String field(JsonMappingException fault) {
    return fault.getPath().stream()
        .map(step -> step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName())
        .collect(Collectors.joining("."));
  }

  /** Jackson's mapper with the same settings, for trees and token streams. */
  public static ObjectMapper tree() {
    return MAPPER;
  }
}
