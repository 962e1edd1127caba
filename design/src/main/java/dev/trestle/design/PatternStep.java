package dev.trestle.design;

import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import java.util.List;
import java.util.stream.Stream;

/**
 * A part of a pattern that concerns one entity, as a pattern of its own: a step of a transaction is
 * a transaction of one step.
 */
public record PatternStep(PatternDesign pattern, String entity) {
  /** Returns the steps of a pattern; those of a composite are the steps of its patterns. */
  public static List<PatternStep> of(PatternDesign pattern) {
    return steps(pattern).toList();
  }

  private static Stream<PatternStep> steps(PatternDesign pattern) {
    return switch (pattern) {
      case Several several -> several.patterns().stream().flatMap(PatternStep::steps);
      case Transact(var heading, var steps) ->
          steps.stream()
              .map(step ->
                  new PatternStep(new Transact(heading, List.of(step)), step.write().entity()));
      case Reads(var heading, var steps, boolean transactional) ->
          steps.stream()
              .map(step ->
                  new PatternStep(
                      new Reads(heading, List.of(step), transactional),
                      step.read().entities().getFirst()));
      case Writes(var heading, var steps) ->
          steps.stream()
              .map(step ->
                  new PatternStep(new Writes(heading, List.of(step)), step.write().entity()));
      case Read read ->
          read.entities().stream().limit(1).map(entity -> new PatternStep(read, entity));
      case Write write -> Stream.of(new PatternStep(write, write.entity()));
    };
  }
}
