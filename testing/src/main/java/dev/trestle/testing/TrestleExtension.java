package dev.trestle.testing;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.engine.ManualClock;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Gives each test its own engine. A test method receives it, or a part of it, as a parameter of
 * type {@link DynamoDbClient}, {@link DynamoDbAsyncClient}, {@link DynamoDbStreamsClient}, {@link
 * Trestle}, {@link Engine}, {@link ManualClock} (the engine's) or {@link Faults} (the engine's). A
 * parameter of a constructor or of a {@code @BeforeAll} method is shared by the class.
 *
 * <p>With {@code -Dtrestle.endpoint=http://…} the clients use that endpoint, in the region {@code
 * -Dtrestle.region} and with the credentials that the SDK finds, or with test credentials if the
 * endpoint is on this machine. Tables that a test creates are deleted after it. Tests that need an
 * engine in this process are skipped.
 *
 * <p>With {@code -Dtrestle.client=http} the engine is in this process, but clients reach it over
 * HTTP.
 */
public final class TrestleExtension implements ParameterResolver, ExecutionCondition {
  private static final Namespace OURS = Namespace.create(TrestleExtension.class);
  private static final Set<Class<?>> CLIENTS =
      Set.of(DynamoDbClient.class, DynamoDbAsyncClient.class, DynamoDbStreamsClient.class);
  private static final Set<Class<?>> PARTS =
      Set.of(Trestle.class, Engine.class, ManualClock.class, Faults.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (TestTarget.endpoint().isEmpty()) return enabled("the engine is in this process");
    var wanted = context.getElement().stream().flatMap(TrestleExtension::executables);
    return wanted.flatMap(each -> Stream.of(each.getParameterTypes())).anyMatch(PARTS::contains)
        ? disabled("it needs an engine in this process")
        : enabled("it speaks to the endpoint only");
  }

  /**
   * Returns what is called for a test: its method, or the constructors and set-up methods of its
   * class.
   */
  private static Stream<Executable> executables(AnnotatedElement element) {
    return switch (element) {
      case Method method -> Stream.of(method);
      case Class<?> type ->
          Stream.concat(
              Stream.of(type.getDeclaredConstructors()),
              Stream.of(type.getDeclaredMethods())
                  .filter(method -> method.isAnnotationPresent(BeforeAll.class)));
      default -> Stream.of();
    };
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return CLIENTS.contains(type) || PARTS.contains(type);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var subject =
        context
            .getStore(OURS)
            .computeIfAbsent(TestTarget.class, _ -> TestTarget.create(), TestTarget.class);
    var type = parameter.getParameter().getType();
    if (type == DynamoDbClient.class) return subject.client();
    if (type == DynamoDbAsyncClient.class) return subject.asyncClient();
    if (type == DynamoDbStreamsClient.class) return subject.streamsClient();
    var embedded = subject.embedded();
    if (type == ManualClock.class) return embedded.clock();
    if (type == Faults.class) return embedded.faults();
    return type == Engine.class ? embedded.trestle().engine() : embedded.trestle();
  }
}
