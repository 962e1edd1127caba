package dev.trestle.model.codec;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Type;
import java.time.Instant;

/** The codecs of Java's types. */
public final class Codecs {
  /** Whole seconds since 1970 as a number: what time to live wants. */
  public static final Codec<Instant> EPOCH_SECONDS = null;

  /** Milliseconds since 1970 as a number. */
  public static final Codec<Instant> EPOCH_MILLIS = null;

  private Codecs() {}

  /** The codec of a type; a type that cannot be stored is refused with what to do instead. */
  public static Codec<?> of(Type type, Lookup lookup) {
    throw new UnsupportedOperationException();
  }
}
