package dev.trestle.model.design;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Binding;
import dev.trestle.model.Change;
import dev.trestle.model.Check;
import dev.trestle.model.Composite;
import dev.trestle.model.Condition;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityAttribute;
import dev.trestle.model.Get;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Result;
import dev.trestle.model.Step;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.design.PatternDesign.Changed;
import dev.trestle.model.design.PatternDesign.Parameter;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Reading;
import dev.trestle.model.design.PatternDesign.Rewritten;
import dev.trestle.model.design.PatternDesign.Several;
import dev.trestle.model.design.PatternDesign.StepDesign;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Write;
import dev.trestle.model.design.PatternDesign.Writing;
import java.util.List;
import java.util.Optional;

/** Access patterns as data. */
final class PatternReader {
  private PatternReader() {}

  static PatternDesign read(AccessPattern pattern) {
    return switch (pattern) {
      case Get<?, ?> get -> read(get);
      case Query<?, ?> query -> read(query);
      case BatchGet<?, ?> batch -> read(batch);
      case Put<?, ?> put -> write(put);
      case Update<?, ?> update -> write(update);
      case Delete<?, ?> delete -> write(delete);
      case BatchWrite<?, ?> batch -> write(batch);
      case Transaction<?> transaction ->
          new Transact(
              transaction.heading(),
              transaction.parts().stream().map(PatternReader::step).toList());
      case Composite composite ->
          new Several(
              composite.heading(),
              composite.patterns().stream().map(PatternReader::read).toList(),
              composite.reason());
    };
  }

  private static Read read(Get<?, ?> get) {
    return new Read(
        get.heading(),
        Reading.GET_ITEM,
        get.entity().table().name(),
        Optional.empty(),
        List.of(get.entity().name()),
        parameters(get.parameters()),
        get.binding(),
        attributes(get.result()),
        get.consistent(),
        false,
        1,
        1,
        Optional.empty(),
        false,
        get.withExpired());
  }

  private static Read read(Query<?, ?> query) {
    var reading = query.reading();
    return new Read(
        query.heading(),
        Reading.QUERY,
        query.table().name(),
        query.index().map(index -> index.name()),
        query.result().sources().stream().map(Entity::name).toList(),
        parameters(query.parameters()),
        query.binding(),
        attributes(query.result()),
        reading.consistent(),
        reading.descending(),
        reading.page(),
        reading.typical(),
        query.filter().map(filter -> ConditionText.of(filter, query.result().sources())),
        reading.single(),
        reading.withExpired());
  }

  private static Read read(BatchGet<?, ?> batch) {
    return new Read(
        batch.heading(),
        Reading.BATCH_GET_ITEM,
        batch.entity().table().name(),
        Optional.empty(),
        List.of(batch.entity().name()),
        parameters(batch.parameters()),
        batch.binding(),
        names(batch.entity()),
        batch.consistent(),
        false,
        1,
        batch.typical(),
        Optional.empty(),
        false,
        batch.withExpired());
  }

  private static Write write(Step<?> step) {
    return switch (step) {
      case Put<?, ?> put ->
          write(put, Writing.PUT_ITEM, Binding.whole(put.entity().keys()), List.of(), List.of());
      case Update<?, ?> update ->
          write(
              update,
              Writing.UPDATE_ITEM,
              update.binding(),
              update.changes().stream().map(change -> changed(update.entity(), change)).toList(),
              IndexKeys.rewrittenBy(update));
      case Delete<?, ?> delete ->
          write(delete, Writing.DELETE_ITEM, delete.binding(), List.of(), List.of());
      case Check<?, ?> check ->
          write(check, Writing.CONDITION_CHECK, check.binding(), List.of(), List.of());
    };
  }

  private static Write write(
      Step<?> step,
      Writing operation,
      Binding binding,
      List<Changed> changes,
      List<Rewritten> rewritten) {
    var entity = step.entity();
    return new Write(
        step.heading(),
        operation,
        entity.table().name(),
        entity.name(),
        parameters(step.parameters()),
        binding,
        changes,
        rewritten,
        step.condition().map(condition -> ConditionText.of(condition, List.of(entity))),
        step.condition().filter(PatternReader::wantsNothingThere).isPresent(),
        1);
  }

  private static Write write(BatchWrite<?, ?> batch) {
    return new Write(
        batch.heading(),
        Writing.BATCH_WRITE_ITEM,
        batch.entity().table().name(),
        batch.entity().name(),
        parameters(batch.parameters()),
        batch.binding(),
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        batch.typical());
  }

  private static StepDesign step(Transaction.Part<?> part) {
    return new StepDesign(write(part.step()), part.component(), part.many(), part.optional());
  }

  private static Changed changed(Entity<?> entity, Change change) {
    var attribute = entity.attribute(change.path().component().component()).name();
    return new Changed(
        attribute, ConditionText.of(change, List.of(entity)), IndexKeys.counts(change));
  }

  private static boolean wantsNothingThere(Condition condition) {
    return switch (condition) {
      case Condition.ItemAbsent _ -> true;
      case Condition.All(var all) -> all.stream().anyMatch(PatternReader::wantsNothingThere);
      case Condition.Any(var any) -> any.stream().anyMatch(PatternReader::wantsNothingThere);
      case Condition.Not _,
          Condition.ItemExists _,
          Condition.Compare _,
          Condition.Between _,
          Condition.OneOf _,
          Condition.BeginsWith _,
          Condition.Contains _,
          Condition.Present _,
          Condition.Absent _ ->
          false;
    };
  }

  private static List<Parameter> parameters(RecordShape<?> shape) {
    return shape.components().stream()
        .map(component -> new Parameter(component.name(), typeName(component)))
        .toList();
  }

  private static String typeName(RecordShape.Component component) {
    var name = component.type().getTypeName();
    return name.replaceAll("[a-zA-Z0-9_]+[.$]", "");
  }

  private static List<String> attributes(Result<?> result) {
    return switch (result) {
      case Result.Whole<?>(var entity) -> names(entity);
      case Result.View<?> view -> view.attributes();
      case Result.OneOf<?> several ->
          several.entities().stream().flatMap(entity -> names(entity).stream()).distinct().toList();
    };
  }

  private static List<String> names(Entity<?> entity) {
    return entity.attributes().stream().map(EntityAttribute::name).toList();
  }
}
