package dev.trestle.junit;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.ManualClock;
import dev.trestle.model.Model;
import dev.trestle.store.Store;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Gives the tests of a class a DynamoDB of their own, in this process and in memory.
 *
 * <pre>{@code
 * @TrestleTest(Shed.class)
 * class LendingTest {
 *   @Test
 *   void a_tool_is_lent_once(Store store, ManualClock clock) { … }
 * }
 * }</pre>
 *
 * <p>Test methods, the constructor and methods such as {@code @BeforeEach} may have parameters of
 * these types. All parameters of one test belong to the same engine.
 *
 * <table>
 *   <caption>What can be injected</caption>
 *   <tr><td>{@link DynamoDbClient}, {@link DynamoDbAsyncClient}, {@link DynamoDbStreamsClient}
 *       <td>the AWS SDK's clients, without a network
 *   <tr><td>{@link Store}
 *       <td>runs the patterns of the model, if {@link #value} declares exactly one
 *   <tr><td>{@link ManualClock}
 *       <td>the clock of the engine and the store; it stands still until the test moves it
 *   <tr><td>{@link DynamoDbServer}
 *       <td>the engine over HTTP on a free port of this machine; see {@link
 *       DynamoDbServer#endpoint}
 *   <tr><td>{@link Trestle}
 *       <td>the engine and its clients
 * </table>
 *
 * <p>Needs JUnit 5.12 or later.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EngineExtension.class)
public @interface TrestleTest {
  /**
   * Classes that declare models: every static field of the type {@link Model}, whatever its
   * visibility. The tables of these models are created with each engine.
   */
  Class<?>[] value() default {};

  /** How long an engine with its data lives. */
  Lifetime engine() default Lifetime.METHOD;

  /** How long an engine with its data lives. */
  enum Lifetime {
    /** Each test method has an engine of its own. */
    METHOD,
    /**
     * All tests of the class share one engine, also those of nested classes without an annotation
     * of their own.
     */
    CLASS
  }
}
