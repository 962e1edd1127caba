package dev.trestle.model;

import dev.trestle.model.codec.Codec;
import java.util.List;
import java.util.Optional;

/** A component as it is stored: under which name, under which former ones, and how. */
public record EntityAttribute(
    String component, String name, List<String> formerNames, Codec<?> codec, Optional<?> absent) {}
