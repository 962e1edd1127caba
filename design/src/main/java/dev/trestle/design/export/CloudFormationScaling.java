package dev.trestle.design.export;

import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.Throughput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scalable targets of a template's tables and their policies. Those whose table or bounds are
 * computed are not known.
 */
final class CloudFormationScaling {
  private static final String TARGET = "AWS::ApplicationAutoScaling::ScalableTarget";
  private static final String POLICY = "AWS::ApplicationAutoScaling::ScalingPolicy";

  /** What is scaled: {@code table/orders/index/by-state} and {@code …:ReadCapacityUnits}. */
  private record Units(String resource, String dimension) {}

  private record Bounds(long minimum, long maximum) {}

  private final Map<Units, Bounds> bounds = new HashMap<>();
  private final Map<Units, Integer> targets = new HashMap<>();

  private CloudFormationScaling() {}

  static CloudFormationScaling read(JsonField resources) {
    var found = new CloudFormationScaling();
    var units = new HashMap<String, Units>();
    for (var id : resources.fields().keySet()) {
      var resource = resources.at(id);
      if (!resource.text("Type").equals(TARGET)) continue;
      var at = resource.at("Properties");
      units(at)
          .ifPresent(scaled -> {
            units.put(id, scaled);
            bounds(at).ifPresent(known -> found.bounds.put(scaled, known));
          });
    }
    for (var id : resources.fields().keySet()) {
      var resource = resources.at(id);
      if (!resource.text("Type").equals(POLICY)) continue;
      var at = resource.at("Properties");
      var scaled =
          at.find("ScalingTargetId")
              .flatMap(CloudFormationScaling::text)
              .flatMap(target -> Optional.ofNullable(units.get(target)))
              .or(() -> units(at));
      scaled.ifPresent(known -> target(at).ifPresent(percent -> found.targets.put(known, percent)));
    }
    return found;
  }

  private static Optional<Units> units(JsonField at) {
    var resource = at.find("ResourceId").flatMap(CloudFormationScaling::text);
    var dimension =
        at.find("ScalableDimension")
            .flatMap(CloudFormationScaling::text)
            .filter(text -> text.startsWith("dynamodb:"));
    return resource.flatMap(name -> dimension.map(of -> new Units(name, of)));
  }

  private static Optional<Bounds> bounds(JsonField at) {
    return number(at, "MinCapacity")
        .flatMap(least -> number(at, "MaxCapacity").map(most -> new Bounds(least, most)));
  }

  private static Optional<Integer> target(JsonField at) {
    return at.find("TargetTrackingScalingPolicyConfiguration")
        .flatMap(tracking -> tracking.find("TargetValue"))
        .filter(value -> value.json() instanceof JsonTree.Numeral)
        .map(CloudFormationScaling::percent);
  }

  /** Returns a target as a model has it, without a fraction. */
  static int percent(JsonField target) {
    return target.number().intValue();
  }

  private static Optional<Long> number(JsonField at, String name) {
    return at.find(name)
        .filter(value -> value.json() instanceof JsonTree.Numeral)
        .map(JsonField::whole);
  }

  /** Returns a text whose references stand for themselves; empty if it is computed otherwise. */
  private static Optional<String> text(JsonField at) {
    if (at.json() instanceof JsonTree.Text(var text)) return Optional.of(text);
    if (!(at.json() instanceof JsonTree.Fields)) return Optional.empty();
    var sub = at.find("Fn::Sub").flatMap(CloudFormationScaling::text);
    if (sub.isPresent()) return sub.map(text -> text.replaceAll("\\$\\{([^}]*)\\}", "$1"));
    var join = at.find("Fn::Join");
    if (join.isPresent()) {
      var parts = join.get().list();
      if (!(parts.getLast().json() instanceof JsonTree.Array)) return Optional.empty();
      var texts = parts.getLast().list().stream().map(CloudFormationScaling::text).toList();
      if (texts.contains(Optional.<String>empty())) return Optional.empty();
      return Optional.of(
          texts.stream()
              .flatMap(Optional::stream)
              .collect(Collectors.joining(parts.getFirst().text())));
    }
    return at.find("Ref").flatMap(CloudFormationScaling::text);
  }

  /**
   * Returns the units of a table or an index with their scaling. The minimum stands for the units
   * that a template creates it with. Where reads and writes have different targets, the lower one
   * is taken, since a model has one.
   *
   * @param names the id and the name of the table
   */
  Billing.Provisioned of(List<String> names, Optional<String> index, Throughput units) {
    var reads = find(names, index, "Read");
    var writes = find(names, index, "Write");
    var read = reads.map(bounds::get).orElse(new Bounds(units.read(), units.read()));
    var write = writes.map(bounds::get).orElse(new Bounds(units.write(), units.write()));
    int target =
        Stream.of(reads, writes)
            .flatMap(Optional::stream)
            .mapToInt(each -> targets.getOrDefault(each, AutoScaling.DEFAULT_TARGET_PERCENT))
            .min()
            .orElse(AutoScaling.DEFAULT_TARGET_PERCENT);
    return scaled(
        new Throughput(read.minimum, write.minimum),
        new Throughput(read.maximum, write.maximum),
        target);
  }

  private Optional<Units> find(List<String> names, Optional<String> index, String kind) {
    var dimension =
        "dynamodb:%s:%sCapacityUnits".formatted(index.isPresent() ? "index" : "table", kind);
    return names.stream()
        .map(name -> "table/" + name + index.map(each -> "/index/" + each).orElse(""))
        .map(resource -> new Units(resource, dimension))
        .filter(bounds::containsKey)
        .findFirst();
  }

  /** Units that are not scaled if the bounds are equal. */
  static Billing.Provisioned scaled(Throughput minimum, Throughput maximum, int targetPercent) {
    return maximum.equals(minimum)
        ? new Billing.Provisioned(minimum)
        : new Billing.Provisioned(minimum, Optional.of(new AutoScaling(maximum, targetPercent)));
  }
}
