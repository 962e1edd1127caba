package dev.trestle.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/**
 * Tests the beans that use a store, and no others: a slice of the program, with an engine of its
 * own in memory. Needs {@code trestle-embedded} and {@code spring-boot-starter-test} in test scope.
 *
 * <pre>{@code
 * @StoreTest({NotesModel.class, Notebook.class})
 * class NotebookTest {
 *   @Autowired Notebook notebook;
 * }
 * }</pre>
 *
 * <p>The context has the named components and configurations, and what {@link
 * TrestleAutoConfiguration} makes of the {@code Model} bean among them. Nothing else is configured
 * or scanned for: no web server, no security, no other database. {@code application.properties} is
 * read; {@code trestle.mode} is always {@code embedded}. Tests with the same beans share a context
 * and its data.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringJUnitConfig(initializers = ConfigDataApplicationContextInitializer.class)
@ImportAutoConfiguration(TrestleAutoConfiguration.class)
@TestPropertySource(properties = "trestle.mode=embedded")
public @interface StoreTest {
  /** The components and configurations of the slice; one of them declares the model as a bean. */
  @AliasFor(annotation = SpringJUnitConfig.class, attribute = "classes")
  Class<?>[] value();
}
