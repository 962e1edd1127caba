package dev.trestle.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Model;
import dev.trestle.spring.Recipes.Named;
import dev.trestle.spring.Recipes.Recipe;
import dev.trestle.store.Store;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A slice has the beans that it names, and a store on an engine of its own. */
@StoreTest({StoreTestTest.RecipesModel.class, StoreTestTest.Cook.class})
class StoreTestTest {
  @Configuration(proxyBeanMethods = false)
  static class RecipesModel {
    @Bean
    Model model() {
      return Recipes.MODEL;
    }
  }

  /** A bean that uses the store. */
  static class Cook {
    private final Store store;

    Cook(Store store) {
      this.store = store;
    }

    Optional<Recipe> read(String name) {
      return store.run(Recipes.READ, new Named(name));
    }
  }

  /** Not named, so it is not there. */
  @Configuration(proxyBeanMethods = false)
  static class Elsewhere {}

  private final Cook cook;
  private final Store store;
  private final ApplicationContext context;

  @Autowired
  StoreTestTest(Cook cook, Store store, ApplicationContext context) {
    this.cook = cook;
    this.store = store;
    this.context = context;
  }

  @Test
  void a_named_bean_uses_the_store_of_the_slice() {
    var pancakes = new Recipe("pancakes", "Mix, wait, fry.");
    assertThat(store.run(Recipes.WRITE, pancakes).isDone()).isTrue();
    assertThat(cook.read("pancakes")).contains(pancakes);
  }

  @Test
  void nothing_else_is_in_it() {
    assertThat(context.getBeansOfType(Trestle.class)).hasSize(1);
    assertThat(context.getBeansOfType(Elsewhere.class)).isEmpty();
  }
}
