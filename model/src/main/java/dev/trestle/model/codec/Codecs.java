package dev.trestle.model.codec;

import dev.trestle.model.codec.Codec.Bounds;
import dev.trestle.model.key.Key;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Optional;

/** The codecs of Java's types. docs/model/records.md describes how each one is stored. */
public final class Codecs {
  /** The field that names the record if a sealed interface is stored. */
  public static final String DISCRIMINATOR = "type";

  /** Whole seconds since 1970 as a number, as time to live requires. Fractions are cut off. */
  public static final Codec<Instant> EPOCH_SECONDS =
      new ScalarCodec.Whole<>(
          "seconds since 1970",
          Instant::getEpochSecond,
          Instant::ofEpochSecond,
          Bounds.of(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
          Optional.of(ScalarCodecs::epochSeconds));

  /** Milliseconds since 1970 as a number. Fractions are cut off. */
  public static final Codec<Instant> EPOCH_MILLIS =
      new ScalarCodec.Whole<>(
          "milliseconds since 1970",
          Instant::toEpochMilli,
          Instant::ofEpochMilli,
          Bounds.of(Long.MIN_VALUE, Long.MAX_VALUE),
          Optional.of(instant -> ScalarCodecs.epochSeconds(instant).movePointRight(3)));

  private Codecs() {}

  /**
   * Returns the codec of a type. The exception for an unsupported type says what to use instead.
   */
  public static Codec<?> of(Type type, Lookup lookup) {
    return new CodecMaker(lookup).codec(type, "");
  }

  /** Returns the codec of a record's component. An exception names both. */
  public static Codec<?> of(RecordShape<?> shape, RecordShape.Component component, Lookup lookup) {
    return of(shape, component, lookup, RecordChanges.none());
  }

  /** Returns the codec of a record's component in which nested records have changed. */
  public static Codec<?> of(
      RecordShape<?> shape, RecordShape.Component component, Lookup lookup, RecordChanges changes) {
    var where = shape.type().getSimpleName() + "." + component.name();
    return new CodecMaker(lookup, DISCRIMINATOR, changes).codec(component.type(), where);
  }

  /** Returns the codec of a sealed interface of records, with this discriminator field. */
  public static <T> Codec<T> sealed(Class<T> type, String discriminator, Lookup lookup) {
    @SuppressWarnings("unchecked")
    var codec =
        (Codec<T>) new CodecMaker(lookup, discriminator, RecordChanges.none()).codec(type, "");
    return codec;
  }

  /** Returns the codec of a component that is a whole index key attribute. */
  public static Codec<?> alone(RecordShape<?> shape, RecordShape.Component component, Key key) {
    return new BareKeyCodec(shape, component.index(), key);
  }

  /** Returns the codec of an Optional's value, or the codec itself if it is not optional. */
  public static Codec<Object> ofValue(Codec<Object> codec) {
    Codec<?> plain = codec;
    return plain instanceof OptionalCodec<?> optional ? CodecMaker.cast(optional.present()) : codec;
  }

  /** Returns a codec for an Optional of these values. An empty one has no attribute. */
  public static <T> Codec<Optional<T>> optional(Codec<T> codec) {
    if (codec.whenMissing().isPresent() && codec instanceof OptionalCodec<?>) {
      throw new UnstorableTypeException("", "an Optional of an Optional", "one of them is enough");
    }
    return new OptionalCodec<>(codec);
  }
}
