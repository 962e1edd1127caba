package dev.trestle.conformance.random;

import dev.trestle.testing.reference.Path;
import dev.trestle.testing.reference.Read;
import dev.trestle.testing.reference.Reference;
import dev.trestle.testing.reference.Refused;
import dev.trestle.testing.reference.Values;
import dev.trestle.testing.reference.Write;
import dev.trestle.testing.reference.Written;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Answers steps from the reference. */
final class Prediction {
  private static final double READ_UNIT_BYTES = 4096;

  private final Reference reference;

  Prediction(Reference reference) {
    this.reference = reference;
  }

  Answer answer(Step step) {
    try {
      return answerOrRefuse(step);
    } catch (Refused refused) {
      return new Answer.Failed(
          refused.code(), String.valueOf(refused.getMessage()), refused.item(), refused.reasons());
    }
  }

  private Answer answerOrRefuse(Step step) {
    return switch (step) {
      case Step.WriteOne(var write, var returned, var showOld) -> {
        var written = reference.write(write, showOld);
        yield Answer.Done.of(
            present(Optional.of(written.returned(returned, touched(write)))), written.units(false));
      }
      case Step.Get(var key, var paths, var consistent) -> {
        var item = reference.get(key.table(), key.key());
        double units = readUnits(item.map(Values::size).orElse(0)) * (consistent ? 1 : 0.5);
        yield Answer.Done.of(
            present(item.map(i -> paths.isEmpty() ? i : Path.project(i, paths))),
            Map.of(key.table(), units));
      }
      case Step.Query query -> query(query);
      case Step.Scan(var read, var limit, var segments) -> {
        var entries = reference.entries(read);
        yield new Answer.Done(
            shown(read, entries),
            segments == 1 ? pages(entries.size(), limit) : List.of(),
            Map.of());
      }
      case Step.BatchWrite(var writes) ->
          Answer.Done.of(List.of(), sum(reference.batch(writes), false));
      case Step.BatchGet(var keys) -> {
        refuseTwiceTheSame(keys, "Provided list of item keys contains duplicates");
        yield Answer.Done.of(InOrder.any(found(keys)), readUnits(keys, 0.5));
      }
      case Step.Transact(var writes, var showOld, _) ->
          Answer.Done.of(List.of(), sum(reference.transact(writes, showOld), true));
      case Step.TransactGet(var keys) -> {
        refuseTwiceTheSame(
            keys, "Transaction request cannot include multiple operations on one item");
        yield Answer.Done.of(
            keys.stream()
                .map(key -> reference.get(key.table(), key.key()).orElse(Map.of()))
                .toList(),
            readUnits(keys, 2));
      }
      case Step.Reopen() -> Answer.Done.of(List.of(), Map.of());
    };
  }

  private Answer query(Step.Query query) {
    var read = query.read();
    var entries = reference.entries(read);
    if (query.after().isPresent()) {
      entries = behind(query.after().get(), entries, read);
    }
    int bytes = entries.stream().mapToInt(Values::size).sum();
    double units = readUnits(bytes) * (query.consistent() ? 1 : 0.5);
    boolean predictable = query.limit().isEmpty() && !fetches(read);
    return new Answer.Done(
        query.countOnly()
            ? List.of(Map.of("count", Values.number(shown(read, entries).size())))
            : shown(read, entries),
        pages(entries.size(), query.limit()),
        predictable ? Map.of(read.index().orElse(read.table()), units) : Map.of());
  }

  /** Whether a local index has to fetch from the table what it does not hold itself. */
  private boolean fetches(Read read) {
    var shape = reference.shape(read.table());
    return !read.paths().isEmpty()
        && read.index().filter(index -> shape.index(index).local()).isPresent();
  }

  private List<Map<String, AttributeValue>> behind(
      Map<String, AttributeValue> key, List<Map<String, AttributeValue>> entries, Read read) {
    var sort = reference.shape(read.table()).keyNames().getLast();
    return entries.stream()
        .filter(entry -> {
          int order = Values.compare(value(entry, sort), value(key, sort));
          return read.forward() ? order > 0 : order < 0;
        })
        .toList();
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).orElseThrow();
  }

  private List<Map<String, AttributeValue>> shown(
      Read read, List<Map<String, AttributeValue>> entries) {
    return entries.stream()
        .map(entry -> fetches(read) ? whole(read, entry) : entry)
        .flatMap(entry -> Reference.shown(read, entry).stream())
        .toList();
  }

  private Map<String, AttributeValue> whole(Read read, Map<String, AttributeValue> entry) {
    var key = reference.shape(read.table()).keyOf(entry);
    return reference.get(read.table(), key).orElseThrow();
  }

  /** A page that is full says that there may be more, even when there is not. */
  private static List<Integer> pages(int entries, OptionalInt limit) {
    if (limit.isEmpty()) return List.of(entries);
    var pages = new ArrayList<Integer>();
    int left = entries;
    for (; left >= limit.getAsInt(); left -= limit.getAsInt()) pages.add(limit.getAsInt());
    pages.add(left);
    return pages;
  }

  private static List<Path> touched(Write write) {
    return write instanceof Write.Change change ? change.update().paths() : List.of();
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
      if (!seen.add(new Step.Key(key.table(), Values.normal(key.key())))) {
        throw Refused.validation(message);
      }
    }
  }

  private static Map<String, Double> sum(List<Written> all, boolean transactional) {
    var sum = new TreeMap<String, Double>();
    for (var written : all) {
      written.units(transactional).forEach((name, units) -> sum.merge(name, units, Double::sum));
    }
    return sum;
  }

  private Map<String, Double> readUnits(List<Step.Key> keys, double factor) {
    var sum = new TreeMap<String, Double>();
    for (var key : keys) {
      int bytes = reference.get(key.table(), key.key()).map(Values::size).orElse(0);
      sum.merge(key.table(), readUnits(bytes) * factor, Double::sum);
    }
    return sum;
  }

  private static double readUnits(int bytes) {
    return Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES));
  }
}
