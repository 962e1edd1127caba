package dev.trestle.model;

import dev.trestle.model.codec.Codec;
import java.util.List;
import java.util.Optional;

/** The attribute of a component: its name, its former names and its codec. */
public record EntityAttribute(
    String component, String name, List<String> formerNames, Codec<?> codec, Optional<?> absent) {}
