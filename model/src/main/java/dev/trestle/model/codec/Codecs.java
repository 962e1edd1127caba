package dev.trestle.model.codec;

import dev.trestle.model.key.Key;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Optional;

/** The codecs of Java's types; docs/model/records.md says how each is stored. */
public final class Codecs {
  /** The field that names the record where a sealed interface is stored. */
  public static final String DISCRIMINATOR = "type";

  /** Whole seconds since 1970 as a number: what time to live wants. */
  public static final Codec<Instant> EPOCH_SECONDS =
      new Scalar.Whole<>("instant", Instant::getEpochSecond, Instant::ofEpochSecond);

  /** Milliseconds since 1970 as a number. */
  public static final Codec<Instant> EPOCH_MILLIS =
      new Scalar.Whole<>("instant", Instant::toEpochMilli, Instant::ofEpochMilli);

  private Codecs() {}

  /** The codec of a type; a type that cannot be stored is refused with what to do instead. */
  public static Codec<?> of(Type type, Lookup lookup) {
    return new CodecMaker(lookup).codec(type, "");
  }

  /** The codec of a record's component; a refusal names both. */
  public static Codec<?> of(RecordShape<?> shape, RecordShape.Component component, Lookup lookup) {
    var where = shape.type().getSimpleName() + "." + component.name();
    return new CodecMaker(lookup).codec(component.type(), where);
  }

  /** The codec of a sealed interface of records whose names are kept in a field of this name. */
  public static <T> Codec<T> sealed(Class<T> type, String discriminator, Lookup lookup) {
    @SuppressWarnings("unchecked")
    var codec = (Codec<T>) new CodecMaker(lookup, discriminator).codec(type, "");
    return codec;
  }

  /** The codec of a component that is all of an index's key attribute. */
  public static Codec<?> alone(RecordShape<?> shape, RecordShape.Component component, Key key) {
    return new PartCodec(shape, component.index(), key);
  }

  /** The same values, or none: then there is no attribute. */
  public static <T> Codec<Optional<T>> optional(Codec<T> codec) {
    if (codec.whenMissing().isPresent() && codec instanceof OptionalCodec<?>) {
      throw new UnstorableTypeException("", "an Optional of an Optional", "one of them is enough");
    }
    return new OptionalCodec<>(codec);
  }
}
