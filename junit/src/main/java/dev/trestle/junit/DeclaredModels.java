package dev.trestle.junit;

import dev.trestle.model.Model;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Finds the models that a test names by the classes which declare them. */
final class DeclaredModels {
  private DeclaredModels() {}

  /**
   * Returns the values of all static fields of the type {@link Model}.
   *
   * @throws IllegalArgumentException if a class has none
   */
  static List<Model> of(Class<?>... types) {
    var models = new ArrayList<Model>();
    for (var type : types) {
      var fields =
          List.of(type.getDeclaredFields()).stream().filter(DeclaredModels::isModel).toList();
      if (fields.isEmpty()) {
        throw new IllegalArgumentException(
            "%s declares no model. Name a class with a static field of the type %s."
                .formatted(type.getName(), Model.class.getName()));
      }
      fields.forEach(field -> models.add(value(field)));
    }
    return models;
  }

  private static boolean isModel(Field field) {
    return field.getType() == Model.class && Modifier.isStatic(field.getModifiers());
  }

  private static Model value(Field field) {
    try {
      field.setAccessible(true);
      if (field.get(null) instanceof Model model) return model;
      throw new IllegalArgumentException(field + " is null");
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
