package dev.trestle.model.design;

import dev.trestle.model.Binding;
import dev.trestle.model.Heading;
import java.util.List;
import java.util.Optional;

/** An access pattern as data. */
public sealed interface PatternDesign {
  Heading heading();

  default String id() {
    return heading().id();
  }

  /** A parameter by name, with its type as people write it. */
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
   * @param entities what it may find
   * @param attributes what the result is made of, by attribute name, without keys
   * @param page the most items of a page
   * @param typical items read by a usual call
   * @param filter what is left out after having been read and paid
   * @param single at most one item is expected
   * @param withExpired also returns what has expired
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
      Optional<String> filter,
      boolean single,
      boolean withExpired)
      implements PatternDesign {}

  /** The operations that write, and the check that only a transaction can make. */
  enum Writing {
    PUT_ITEM,
    UPDATE_ITEM,
    DELETE_ITEM,
    CONDITION_CHECK,
    BATCH_WRITE_ITEM
  }

  /**
   * A write of one item, or of several by itself each.
   *
   * @param changes what an update does
   * @param condition as text, for people
   * @param ifAbsent writes only where nothing was
   * @param typical items written by a usual call
   */
  record Write(
      Heading heading,
      Writing operation,
      String table,
      String entity,
      List<Parameter> parameters,
      Binding binding,
      List<Changed> changes,
      List<Rewritten> rewritten,
      Optional<String> condition,
      boolean ifAbsent,
      double typical)
      implements PatternDesign {}

  /**
   * What an update does to one attribute.
   *
   * @param counting a repetition would change the item again
   */
  record Changed(String attribute, String change, boolean counting) {}

  /**
   * An index key that an update has to write anew because a part of it changes.
   *
   * @param missing parts whose values the update does not know: the key cannot be made
   */
  record Rewritten(String index, String attribute, List<String> missing) {}

  /** One step of a transaction; many: the most of them, where it is done for each of a list. */
  record StepDesign(Write write, String component, Optional<Integer> many, boolean optional) {}

  /** Writes that happen together or not at all. */
  record Transact(Heading heading, List<StepDesign> steps) implements PatternDesign {}

  /** Several patterns in a named order, with the reason why one cannot do. */
  record Several(Heading heading, List<PatternDesign> patterns, String reason)
      implements PatternDesign {}
}
