package dev.trestle.spring;

import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;

/** A small model. */
final class Recipes {
  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 20);

  private static final Table TABLE = Table.named("recipes").partition(string("pk")).build();

  record Recipe(String name, String steps) {}

  record Named(String name) {}

  private static final Entity<Recipe> RECIPES =
      TABLE
          .entity(Recipe.class, lookup())
          .partition(KeyTemplate.of("RECIPE#<name>", NAME))
          .example(new Recipe("pancakes", "Mix, wait, fry."));

  static final Put<Recipe, Recipe> WRITE = RECIPES.put("R1", "a new recipe").ifAbsent().build();

  static final Get<Named, Recipe> READ = RECIPES.get("R2", "one recipe", Named.class).build();

  static final Model MODEL = Model.named("recipes").entities(RECIPES).patterns(WRITE, READ).build();

  static final Model OTHER = Model.named("other").entities(RECIPES).patterns(READ).build();

  private Recipes() {}
}
