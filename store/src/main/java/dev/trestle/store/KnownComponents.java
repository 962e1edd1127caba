package dev.trestle.store;

import dev.trestle.model.Get;
import dev.trestle.model.ResultType;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Part;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The components of a result that a get has in its parameters: it finds the item with exactly this
 * key, so that what is in the key need not be read back from its text.
 */
final class KnownComponents<K> {
  private static final int UNKNOWN = -1;

  private final RecordShape<K> parameters;

  /** The parameter of each component. */
  private final int[] sources;

  private KnownComponents(RecordShape<K> parameters, int[] sources) {
    this.parameters = parameters;
    this.sources = sources;
  }

  static <K> KnownComponents<K> of(Get<K, ?> get) {
    return switch (get.result()) {
      case ResultType.Whole<?>(var entity) -> of(get, entity.codec().shape());
      case ResultType.View<?> view -> of(get, view.codec().shape());
      case ResultType.OneOf<?> ignored -> new KnownComponents<>(get.parameters(), new int[0]);
    };
  }

  private static <K> KnownComponents<K> of(Get<K, ?> get, RecordShape<?> result) {
    var keys = get.entity().keys();
    var parts =
        Stream.concat(
                keys.partition().parts().stream(),
                keys.sort().stream().flatMap(sort -> sort.parts().stream()))
            .toList();
    var sources = new int[result.components().size()];
    Arrays.fill(sources, UNKNOWN);
    for (var part : parts) {
      if (part.isConverted() || part.source().isPresent()) continue;
      link(part, get.parameters(), result, sources);
    }
    return new KnownComponents<>(get.parameters(), sources);
  }

  /** A component of another type than the parameter's is read. */
  private static void link(
      Part<?> part, RecordShape<?> parameters, RecordShape<?> result, int[] sources) {
    var from = KeyCodec.component(parameters, part);
    KeyCodec.find(result, part)
        .filter(to -> to.type().equals(from.type()))
        .ifPresent(to -> sources[to.index()] = from.index());
  }

  /** Null for each component that is to be read. */
  Object[] in(K given) {
    var components = new Object[sources.length];
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] != UNKNOWN) components[i] = parameters.value(given, sources[i]);
    }
    return components;
  }
}
