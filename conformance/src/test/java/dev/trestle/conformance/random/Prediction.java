package dev.trestle.conformance.random;

import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.ExpectedError;
import dev.trestle.testing.reference.ReferenceEngine;
import dev.trestle.testing.reference.ReferenceRead;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.ReferenceWrite;
import dev.trestle.testing.reference.WriteEffect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Predicts the results of steps with the reference. */
final class Prediction {
  private static final double READ_UNIT_BYTES = 4096;

  private final ReferenceEngine reference;

  Prediction(ReferenceEngine reference) {
    this.reference = reference;
  }

  StepResult answer(Step step) {
    try {
      return answerOrRefuse(step);
    } catch (ExpectedError refused) {
      return new StepResult.Failed(
          refused.code(), String.valueOf(refused.getMessage()), refused.item(), refused.reasons());
    }
  }

  private StepResult answerOrRefuse(Step step) {
    return switch (step) {
      case Step.WriteOne(var write, var returned, var showOld) -> {
        var written = reference.write(write, showOld);
        yield StepResult.Done.of(
            present(Optional.of(written.returned(returned, touched(write)))), written.units(false));
      }
      case Step.Get(var key, var paths, var consistent) -> {
        var item = reference.get(key.table(), key.key());
        double units =
            readUnits(item.map(ReferenceValues::size).orElse(0)) * (consistent ? 1 : 0.5);
        yield StepResult.Done.of(
            present(item.map(i -> paths.isEmpty() ? i : DocumentPath.project(i, paths))),
            Map.of(key.table(), units));
      }
      case Step.Query query -> query(query);
      case Step.Scan(var read, var limit, var segments) -> {
        var entries = reference.entries(read);
        yield new StepResult.Done(
            shown(read, entries),
            segments == 1 ? pages(entries.size(), limit) : List.of(),
            Map.of());
      }
      case Step.BatchWrite(var writes) ->
          StepResult.Done.of(List.of(), sum(reference.batch(writes), false));
      case Step.BatchGet(var keys) -> {
        refuseTwiceTheSame(keys, "Provided list of item keys contains duplicates");
        yield StepResult.Done.of(InOrder.any(found(keys)), readUnits(keys, 0.5));
      }
      case Step.Transact(var writes, var showOld, _) ->
          StepResult.Done.of(List.of(), sum(reference.transact(writes, showOld), true));
      case Step.TransactGet(var keys) -> {
        refuseTwiceTheSame(
            keys, "Transaction request cannot include multiple operations on one item");
        yield StepResult.Done.of(
            keys.stream()
                .map(key -> reference.get(key.table(), key.key()).orElse(Map.of()))
                .toList(),
            readUnits(keys, 2));
      }
      case Step.Reopen() -> StepResult.Done.of(List.of(), Map.of());
    };
  }

  private StepResult query(Step.Query query) {
    var read = query.read();
    var entries = reference.entries(read);
    if (query.after().isPresent()) {
      entries = behind(query.after().get(), entries, read);
    }
    int bytes = entries.stream().mapToInt(ReferenceValues::size).sum();
    double units = readUnits(bytes) * (query.consistent() ? 1 : 0.5);
    boolean predictable = query.limit().isEmpty() && !fetches(read);
    return new StepResult.Done(
        query.countOnly()
            ? List.of(Map.of("count", ReferenceValues.number(shown(read, entries).size())))
            : shown(read, entries),
        pages(entries.size(), query.limit()),
        predictable ? Map.of(read.index().orElse(read.table()), units) : Map.of());
  }

  /** Returns whether a local index must fetch attributes from the table. */
  private boolean fetches(ReferenceRead read) {
    var shape = reference.shape(read.table());
    return !read.paths().isEmpty()
        && read.index().filter(index -> shape.index(index).local()).isPresent();
  }

  private List<Map<String, AttributeValue>> behind(
      Map<String, AttributeValue> key,
      List<Map<String, AttributeValue>> entries,
      ReferenceRead read) {
    var sort = reference.shape(read.table()).keyNames().getLast();
    return entries.stream()
        .filter(entry -> {
          int order = ReferenceValues.compare(value(entry, sort), value(key, sort));
          return read.forward() ? order > 0 : order < 0;
        })
        .toList();
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).orElseThrow();
  }

  private List<Map<String, AttributeValue>> shown(
      ReferenceRead read, List<Map<String, AttributeValue>> entries) {
    return entries.stream()
        .map(entry -> fetches(read) ? whole(read, entry) : entry)
        .flatMap(entry -> ReferenceEngine.shown(read, entry).stream())
        .toList();
  }

  private Map<String, AttributeValue> whole(ReferenceRead read, Map<String, AttributeValue> entry) {
    var key = reference.shape(read.table()).keyOf(entry);
    return reference.get(read.table(), key).orElseThrow();
  }

  /** Returns the page sizes. A full page may be followed by an empty one. */
  private static List<Integer> pages(int entries, OptionalInt limit) {
    if (limit.isEmpty()) return List.of(entries);
    var pages = new ArrayList<Integer>();
    int left = entries;
    for (; left >= limit.getAsInt(); left -= limit.getAsInt()) pages.add(limit.getAsInt());
    pages.add(left);
    return pages;
  }

  private static List<DocumentPath> touched(ReferenceWrite write) {
    return write instanceof ReferenceWrite.Change change ? change.update().paths() : List.of();
  }

  private static List<Map<String, AttributeValue>> present(
      Optional<Map<String, AttributeValue>> item) {
    return item.filter(i -> !i.isEmpty()).stream().toList();
  }

  private List<Map<String, AttributeValue>> found(List<Step.Key> keys) {
    return keys.stream().flatMap(key -> reference.get(key.table(), key.key()).stream()).toList();
  }

  private static void refuseTwiceTheSame(List<Step.Key> keys, String message) {
    var seen = new HashSet<Step.Key>();
    for (var key : keys) {
      if (!seen.add(new Step.Key(key.table(), ReferenceValues.normal(key.key())))) {
        throw ExpectedError.validation(message);
      }
    }
  }

  private static Map<String, Double> sum(List<WriteEffect> all, boolean transactional) {
    var sum = new TreeMap<String, Double>();
    for (var written : all) {
      written.units(transactional).forEach((name, units) -> sum.merge(name, units, Double::sum));
    }
    return sum;
  }

  private Map<String, Double> readUnits(List<Step.Key> keys, double factor) {
    var sum = new TreeMap<String, Double>();
    for (var key : keys) {
      int bytes = reference.get(key.table(), key.key()).map(ReferenceValues::size).orElse(0);
      sum.merge(key.table(), readUnits(bytes) * factor, Double::sum);
    }
    return sum;
  }

  private static double readUnits(int bytes) {
    return Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES));
  }
}
