package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.List;
import java.util.Optional;

/** Checks that a query finds only the entities it names. */
record ForeignItems() implements DesignCheck {
  @Override
  public String name() {
    return "alone";
  }

  @Override
  public String about() {
    return "A query finds only items of the entities it names, and a collection's entities share"
        + " their partitions.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      var named = survey.entities(read);
      if (read.operation() != Reading.QUERY || named.isEmpty()) continue;
      var keys = CheckedDesign.keys(named.getFirst(), read.index());
      if (keys.isEmpty()) continue;
      together(found, read, named);
      for (var other : survey.entities()) {
        if (!other.table().equals(read.table()) || named.contains(other)) continue;
        CheckedDesign.keys(other, read.index())
            .filter(theirs -> KeyOverlap.sharePartitions(keys.get(), theirs))
            .flatMap(theirs -> caught(read, named, keys.get(), theirs))
            .ifPresent(sort -> stranger(found, read, other, sort));
      }
    }
    return found.list();
  }

  private static void stranger(Findings found, Read read, EntityDesign other, String sort) {
    found.fault(
        Subject.of(read),
        "the query also finds items of %s in the same partition, such as %s"
            .formatted(other.name(), sort),
        "begin the sort keys with different literals, or read both as a collection");
  }

  /** A collection is one query, so it has one partition key. */
  private static void together(Findings found, Read read, List<EntityDesign> named) {
    var first = named.getFirst();
    for (var other : named) {
      var one = CheckedDesign.keys(first, read.index()).map(KeyPair::partition).map(ReportText::of);
      var two = CheckedDesign.keys(other, read.index()).map(KeyPair::partition).map(ReportText::of);
      if (one.equals(two)) continue;
      found.fault(
          Subject.of(read),
          "%s and %s are read by one query but are in different partitions: %s and %s"
              .formatted(
                  first.name(), other.name(), one.orElse("none here"), two.orElse("none here")),
          "give both the same partition key, or read them by two patterns");
    }
  }

  /** A sort key of the other entity that is in the query's range. */
  private static Optional<String> caught(
      Read read, List<EntityDesign> named, KeyPair keys, KeyPair theirs) {
    if (keys.sort().isEmpty() || theirs.sort().isEmpty()) return Optional.of("any");
    if (!(keys.sort().get() instanceof Key.Text(var template))
        || !(theirs.sort().get() instanceof Key.Text(var other))) {
      return KeyOverlap.of(keys.sort().get(), theirs.sort().get());
    }
    if (named.size() == 1) {
      return template.catches(read.binding().sort().size(), other).map(KeyTemplate.Witness::text);
    }
    var common = named.stream().map(entity -> opening(entity, read)).reduce(ForeignItems::common);
    var begins = opening(other);
    boolean apart = !begins.startsWith(common.orElse("")) && !common.orElse("").startsWith(begins);
    return apart ? Optional.empty() : Optional.of(other.pattern());
  }

  private static String opening(EntityDesign entity, Read read) {
    return CheckedDesign.keys(entity, read.index())
        .flatMap(KeyPair::sort)
        .map(key -> key instanceof Key.Text(var template) ? opening(template) : "")
        .orElse("");
  }

  /** The literal that all keys of a template begin with. */
  private static String opening(KeyTemplate template) {
    return switch (template.pieces().getFirst()) {
      case Piece.Literal(var text) -> text;
      case Piece.Slot ignored -> "";
    };
  }

  private static String common(String one, String other) {
    int end = 0;
    while (end < one.length() && end < other.length() && one.charAt(end) == other.charAt(end)) {
      end++;
    }
    return one.substring(0, end);
  }
}
