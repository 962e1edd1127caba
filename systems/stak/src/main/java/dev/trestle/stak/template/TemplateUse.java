package dev.trestle.stak.template;

import java.util.Map;
import java.util.Optional;

/** A template with what a post gives it: a language, and the values of its variables. */
public record TemplateUse(String name, Optional<String> language, Map<String, String> variables) {
  /** The most variables, and the longest value of one. */
  public static final int VARIABLES_MAX = 50;

  public static final int VALUE_LENGTH_MAX = 1000;

  public TemplateUse {
    variables = Map.copyOf(variables);
  }
}
