package dev.trestle.model;

import dev.trestle.model.FanOut.Buckets;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Derivation;
import dev.trestle.model.key.Part;
import java.util.Optional;

/** Declared partitions of a query, until the query is whole and can be checked against them. */
record Across(Buckets buckets, Part<?> part, Optional<String> parameter, int most, double typical) {
  /** Each partition is a request, so there must not be many. */
  private static final int PARTITIONS_MAX = 100;

  FanOut checked(
      Heading heading, QueryTarget target, RecordShape<?> parameters, Optional<Range> range) {
    wrong(target, parameters, range)
        .ifPresent(reason -> {
          throw heading.refused("it cannot read across %s, %s.".formatted(part, reason));
        });
    return new FanOut(buckets, part.name(), parameter, most, typical);
  }

  private Optional<String> wrong(
      QueryTarget target, RecordShape<?> parameters, Optional<Range> range) {
    var keys = target.keys();
    if (keys.partition().parts().stream().noneMatch(known -> known.name().equals(part.name()))) {
      return Optional.of("which is no part of the partition key");
    }
    if (keys.sort().isEmpty()) return Optional.of("since there is no sort key to merge by");
    if (KeyComponents.find(parameters, part.name()).isPresent()) {
      return Optional.of("which the parameters give");
    }
    return switch (buckets) {
      case ALL -> all().or(() -> given(parameters));
      case LISTED -> number();
      case RANGED -> ranged(keys, range).or(() -> given(parameters));
    };
  }

  private Optional<String> all() {
    if (part.values().isPresent()) return number();
    return Optional.of("whose values are too many to read them all; list them in a parameter");
  }

  private Optional<String> given(RecordShape<?> parameters) {
    return part.source()
        .flatMap(source -> KeyComponents.find(parameters, source.component()))
        .map(component -> "which follows from the parameter " + component.name());
  }

  private Optional<String> number() {
    if (most >= 1 && most <= PARTITIONS_MAX && typical > 0 && typical <= most) {
      return Optional.empty();
    }
    return Optional.of(
        "usually %s partitions and at most %d; between 1 and %d can be read"
            .formatted(typical, most, PARTITIONS_MAX));
  }

  private Optional<String> ranged(KeyPair keys, Optional<Range> range) {
    var by = part.source().map(source -> source.by());
    if (by.isEmpty() || by.get() == Derivation.SHARD) {
      return Optional.of("which is no day or month of another part");
    }
    var component = part.source().orElseThrow().component();
    var first = keys.sort().orElseThrow().parts().getFirst();
    if (!first.name().equals(component)) {
      return Optional.of("since the sort key does not begin with <%s>".formatted(component));
    }
    if (range.filter(known -> known.kind() == Range.Kind.BETWEEN).isEmpty()) {
      return Optional.of("since only between(…) says which ones there are");
    }
    return number();
  }
}
