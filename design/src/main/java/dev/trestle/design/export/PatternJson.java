package dev.trestle.design.export;

import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Parameter;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.ReadStep;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Rewritten;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.StepDesign;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.model.Binding;
import dev.trestle.model.FanOut;
import dev.trestle.model.Heading;
import dev.trestle.model.Load;
import dev.trestle.model.Range;
import dev.trestle.model.SourceLocation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Access patterns in our JSON. */
final class PatternJson {
  private PatternJson() {}

  static JsonTree write(PatternDesign pattern) {
    return switch (pattern) {
      case Read read -> write(read);
      case Write write -> write(write);
      case Reads(var heading, var steps, boolean transactional) ->
          headed("multiGet", heading)
              .put("steps", all(steps, PatternJson::write))
              .put("transactional", transactional)
              .done();
      case Writes(var heading, var steps) ->
          headed("multiWrite", heading).put("steps", all(steps, PatternJson::write)).done();
      case Transact(var heading, var steps) ->
          headed("transaction", heading).put("steps", all(steps, PatternJson::write)).done();
      case Several(var heading, var patterns, var reason) ->
          headed("several", heading)
              .put("patterns", all(patterns, PatternJson::write))
              .put("reason", reason)
              .done();
    };
  }

  private static <T> JsonTree all(List<T> things, Function<T, JsonTree> each) {
    return JsonTree.array(things.stream().map(each).toList());
  }

  private static JsonTree.Draft headed(String kind, Heading heading) {
    var load = heading.load();
    return JsonTree.object()
        .put("kind", kind)
        .put("id", heading.id())
        .put("title", heading.title())
        .put(
            "load",
            JsonTree.object()
                .put("perSecond", load.perSecond())
                .put("hottestKey", load.hottestKey())
                .put("peak", load.peak()))
        .put("place", TableJson.write(heading.place()));
  }

  private static JsonTree write(Read read) {
    var out =
        headed("read", read.heading())
            .put("operation", JsonField.word(read.operation()))
            .put("table", read.table());
    read.index().ifPresent(index -> out.put("index", index));
    out.put("entities", JsonTree.texts(read.entities()))
        .put("parameters", all(read.parameters(), PatternJson::write))
        .put("binding", write(read.binding()))
        .put("attributes", JsonTree.texts(read.attributes()))
        .put("consistent", read.consistent())
        .put("descending", read.descending())
        .put("page", read.page())
        .put("typical", read.typical());
    read.filter().ifPresent(filter -> out.put("filter", ExpressionJson.write(filter)));
    out.put("single", read.single()).put("withExpired", read.withExpired());
    if (read.counts()) out.put("counts", true);
    read.across().ifPresent(fanOut -> out.put("across", write(fanOut)));
    return out.done();
  }

  private static JsonTree write(FanOut fanOut) {
    var out =
        JsonTree.object()
            .put("buckets", JsonField.word(fanOut.buckets()))
            .put("part", fanOut.part());
    fanOut.parameter().ifPresent(name -> out.put("parameter", name));
    return out.put("most", fanOut.most()).put("typical", fanOut.typical()).done();
  }

  private static JsonTree write(ReadStep step) {
    var out = JsonTree.object().put("read", write(step.read())).put("component", step.component());
    step.many().ifPresent(many -> out.put("many", many));
    return out.put("optional", step.optional()).done();
  }

  private static JsonTree write(Write write) {
    var out =
        headed("write", write.heading())
            .put("operation", JsonField.word(write.operation()))
            .put("table", write.table())
            .put("entity", write.entity())
            .put("parameters", all(write.parameters(), PatternJson::write))
            .put("binding", write(write.binding()))
            .put("actions", all(write.actions(), ExpressionJson::write))
            .put("rewritten", all(write.rewritten(), PatternJson::write));
    write.condition().ifPresent(condition -> out.put("condition", ExpressionJson.write(condition)));
    out.put("upsert", write.upsert());
    if (write.returnsOld()) out.put("returnsOld", true);
    return out.put("typical", write.typical()).done();
  }

  private static JsonTree write(StepDesign step) {
    var out =
        JsonTree.object().put("write", write(step.write())).put("component", step.component());
    step.many().ifPresent(many -> out.put("many", many));
    return out.put("optional", step.optional()).done();
  }

  private static JsonTree write(Parameter parameter) {
    return JsonTree.object().put("name", parameter.name()).put("type", parameter.type()).done();
  }

  private static JsonTree write(Rewritten rewritten) {
    return JsonTree.object()
        .put("index", rewritten.index())
        .put("attribute", rewritten.attribute())
        .put("missing", JsonTree.texts(rewritten.missing()))
        .done();
  }

  private static JsonTree write(Binding binding) {
    var out =
        JsonTree.object()
            .put("partition", JsonTree.texts(binding.partition()))
            .put("partitionMissing", JsonTree.texts(binding.partitionMissing()))
            .put("sort", JsonTree.texts(binding.sort()))
            .put("sortMissing", JsonTree.texts(binding.sortMissing()))
            .put("sortStray", JsonTree.texts(binding.sortStray()));
    binding.range().ifPresent(range -> out.put("range", write(range)));
    binding.ranged().ifPresent(part -> out.put("ranged", part));
    return out.put("unused", JsonTree.texts(binding.unused())).done();
  }

  private static JsonTree write(Range range) {
    var out = JsonTree.object().put("kind", JsonField.word(range.kind())).put("from", range.from());
    range.to().ifPresent(to -> out.put("to", to));
    return out.done();
  }

  static PatternDesign read(JsonField at, SourceLocation otherwise) {
    return switch (at.text("kind")) {
      case "read" -> reading(at, otherwise);
      case "write" -> writing(at, otherwise);
      case "multiGet" ->
          new Reads(
              heading(at, otherwise),
              at.list("steps").stream().map(step -> readStep(step, otherwise)).toList(),
              at.truth("transactional"));
      case "multiWrite" ->
          new Writes(
              heading(at, otherwise),
              at.list("steps").stream().map(step -> step(step, otherwise)).toList());
      case "transaction" ->
          new Transact(
              heading(at, otherwise),
              at.list("steps").stream().map(step -> step(step, otherwise)).toList());
      case "several" ->
          new Several(
              heading(at, otherwise),
              at.list("patterns").stream().map(pattern -> read(pattern, otherwise)).toList(),
              at.text("reason"));
      default ->
          throw at.at("kind")
              .wrong("is none of [read, write, multiGet, multiWrite, transaction, several]");
    };
  }

  private static Heading heading(JsonField at, SourceLocation otherwise) {
    var load = at.at("load");
    return at.made(() ->
        new Heading(
            at.text("id"),
            at.text("title"),
            TableJson.findPlace(at).orElse(otherwise),
            new Load(load.decimal("perSecond"), load.decimal("hottestKey"), load.decimal("peak"))));
  }

  private static Read reading(JsonField at, SourceLocation otherwise) {
    return new Read(
        heading(at, otherwise),
        at.at("operation").constant(Reading.class),
        at.text("table"),
        at.findText("index"),
        at.texts("entities"),
        at.list("parameters").stream().map(PatternJson::parameter).toList(),
        binding(at.at("binding")),
        at.texts("attributes"),
        at.truth("consistent"),
        at.truth("descending"),
        at.small("page"),
        at.decimal("typical"),
        at.find("filter").map(ExpressionJson::condition),
        at.truth("single"),
        at.truth("withExpired"),
        at.find("counts").map(JsonField::truth).orElse(false),
        at.find("across").map(PatternJson::fanOut));
  }

  private static Write writing(JsonField at, SourceLocation otherwise) {
    return new Write(
        heading(at, otherwise),
        at.at("operation").constant(Writing.class),
        at.text("table"),
        at.text("entity"),
        at.list("parameters").stream().map(PatternJson::parameter).toList(),
        binding(at.at("binding")),
        at.list("actions").stream().map(ExpressionJson::action).toList(),
        at.list("rewritten").stream()
            .map(each ->
                new Rewritten(each.text("index"), each.text("attribute"), each.texts("missing")))
            .toList(),
        at.find("condition").map(ExpressionJson::condition),
        at.truth("upsert"),
        at.find("returnsOld").map(JsonField::truth).orElse(false),
        at.decimal("typical"));
  }

  private static FanOut fanOut(JsonField at) {
    return new FanOut(
        at.at("buckets").constant(FanOut.Buckets.class),
        at.text("part"),
        at.findText("parameter"),
        at.small("most"),
        at.decimal("typical"));
  }

  private static StepDesign step(JsonField at, SourceLocation otherwise) {
    return new StepDesign(
        writing(at.at("write"), otherwise), at.text("component"), many(at), at.truth("optional"));
  }

  private static ReadStep readStep(JsonField at, SourceLocation otherwise) {
    return new ReadStep(
        reading(at.at("read"), otherwise), at.text("component"), many(at), at.truth("optional"));
  }

  private static Optional<Integer> many(JsonField at) {
    return at.find("many").isPresent() ? Optional.of(at.small("many")) : Optional.empty();
  }

  private static Parameter parameter(JsonField at) {
    return new Parameter(at.text("name"), at.text("type"));
  }

  private static Binding binding(JsonField at) {
    return new Binding(
        at.texts("partition"),
        at.texts("partitionMissing"),
        at.texts("sort"),
        at.texts("sortMissing"),
        at.texts("sortStray"),
        at.find("range").map(PatternJson::range),
        at.findText("ranged"),
        new LinkedHashSet<>(at.texts("unused")));
  }

  private static Range range(JsonField at) {
    return new Range(at.at("kind").constant(Range.Kind.class), at.text("from"), at.findText("to"));
  }
}
