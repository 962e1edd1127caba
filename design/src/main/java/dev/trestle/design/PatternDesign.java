package dev.trestle.design;

import dev.trestle.model.Binding;
import dev.trestle.model.FanOut;
import dev.trestle.model.Heading;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.List;
import java.util.Optional;

/** An access pattern as data. */
public sealed interface PatternDesign {
  Heading heading();

  default String id() {
    return heading().id();
  }

  /** The name of a parameter, and its type in readable form. */
  record Parameter(String name, String type) {}

  /** The operations that read. */
  enum Reading {
    GET_ITEM,
    QUERY,
    BATCH_GET_ITEM
  }

  /**
   * A read.
   *
   * @param entities the entities that it may find
   * @param attributes the attribute names of the result, without keys
   * @param page the maximum number of items per page
   * @param typical how many items a call usually reads
   * @param filter drops items after they were read and paid for
   * @param single whether at most one item is expected
   * @param withExpired whether expired items are returned too
   * @param counts whether items are only counted
   * @param across the partitions, if a query reads several of them
   */
  record Read(
      Heading heading,
      Reading operation,
      String table,
      Optional<String> index,
      List<String> entities,
      List<Parameter> parameters,
      Binding binding,
      List<String> attributes,
      boolean consistent,
      boolean descending,
      int page,
      double typical,
      Optional<ConditionTree> filter,
      boolean single,
      boolean withExpired,
      boolean counts,
      Optional<FanOut> across)
      implements PatternDesign {
    Read typically(double items) {
      return new Read(
          heading,
          operation,
          table,
          index,
          entities,
          parameters,
          binding,
          attributes,
          consistent,
          descending,
          page,
          items,
          filter,
          single,
          withExpired,
          counts,
          across);
    }

    /** How many partitions a usual call reads. */
    public double partitions() {
      return across.map(FanOut::typical).orElse(1.0);
    }
  }

  /** The operations that write, and the condition check of a transaction. */
  enum Writing {
    PUT_ITEM,
    UPDATE_ITEM,
    DELETE_ITEM,
    CONDITION_CHECK,
    BATCH_WRITE_ITEM
  }

  /**
   * A write of one item, or of several independent ones.
   *
   * @param actions the actions of an update
   * @param upsert whether an update creates a missing item
   * @param returnsOld whether an update returns the record before it
   * @param typical how many items a call usually writes, also for a step per list element
   */
  record Write(
      Heading heading,
      Writing operation,
      String table,
      String entity,
      List<Parameter> parameters,
      Binding binding,
      List<UpdateAction> actions,
      List<Rewritten> rewritten,
      Optional<ConditionTree> condition,
      boolean upsert,
      boolean returnsOld,
      double typical)
      implements PatternDesign {
    public Write {
      parameters = List.copyOf(parameters);
      actions = List.copyOf(actions);
      rewritten = List.copyOf(rewritten);
    }

    /** Returns whether it writes only if the item does not exist. */
    public boolean ifAbsent() {
      return condition.filter(ConditionTree::needsNoItem).isPresent();
    }

    Write typically(double items) {
      return new Write(
          heading,
          operation,
          table,
          entity,
          parameters,
          binding,
          actions,
          rewritten,
          condition,
          upsert,
          returnsOld,
          items);
    }
  }

  /**
   * An index key that an update must rewrite because a part of it changes.
   *
   * @param missing parts whose values the update does not know, so that the key cannot be built
   */
  record Rewritten(String index, String attribute, List<String> missing) {}

  /**
   * One step of a transaction. {@code many} is the maximum number of elements, for a step per list
   * element.
   */
  record StepDesign(Write write, String component, Optional<Integer> many, boolean optional) {}

  /** Reads of one entity among others; many: the most of them, where the component is a list. */
  record ReadStep(Read read, String component, Optional<Integer> many, boolean optional) {}

  /** Items of several entities read by one batch, or as they were at one moment. */
  record Reads(Heading heading, List<ReadStep> steps, boolean transactional)
      implements PatternDesign {}

  /** Items of several entities written by one batch, each by itself. */
  record Writes(Heading heading, List<StepDesign> steps) implements PatternDesign {}

  /** Writes that happen together or not at all. */
  record Transact(Heading heading, List<StepDesign> steps) implements PatternDesign {}

  /** Several patterns in a given order, with the reason why one is not enough. */
  record Several(Heading heading, List<PatternDesign> patterns, String reason)
      implements PatternDesign {}
}
