package dev.trestle.junit;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.ManualClock;
import dev.trestle.junit.TrestleTest.Lifetime;
import dev.trestle.store.Store;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstantiationAwareExtension;
import org.junit.platform.commons.support.AnnotationSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Opens the engines of {@link TrestleTest} and resolves parameters. JUnit closes the engines. */
final class EngineExtension
    implements BeforeAllCallback, ParameterResolver, TestInstantiationAwareExtension {
  private static final Namespace OURS = Namespace.create(EngineExtension.class);

  private static final Map<Class<?>, Function<TestEngine, Object>> PARAMETERS =
      Map.of(
          DynamoDbClient.class, engine -> engine.trestle().client(),
          DynamoDbAsyncClient.class, engine -> engine.trestle().asyncClient(),
          DynamoDbStreamsClient.class, engine -> engine.trestle().streamsClient(),
          Trestle.class, TestEngine::trestle,
          ManualClock.class, TestEngine::clock,
          DynamoDbServer.class, TestEngine::server,
          Store.class, TestEngine::store);

  /** Lets a constructor have the engine of the test method that its instance is made for. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(
      ExtensionContext rootContext) {
    return ExtensionContextScope.TEST_METHOD;
  }

  /** Opens a shared engine before tests that may run in parallel ask for it. */
  @Override
  public void beforeAll(ExtensionContext context) {
    if (annotation(annotated(context)).engine() == Lifetime.CLASS) engine(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var value = PARAMETERS.get(parameter.getParameter().getType());
    if (value == null) throw new IllegalStateException("unsupported parameter: " + parameter);
    return value.apply(engine(context));
  }

  /**
   * Returns the engine of this context, or the one that it shares with a class around it; opens one
   * if there is none. A nested class with an annotation of its own shares nothing.
   */
  private static TestEngine engine(ExtensionContext context) {
    var type = annotated(context);
    var store = context.getStore(OURS);
    var found = store.get(type, TestEngine.class);
    if (found != null) return found;
    var annotation = annotation(type);
    if (annotation.engine() == Lifetime.METHOD && context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          """
          Each test method has an engine of its own, so there is none for the whole class. \
          Use @BeforeEach, or share one engine: @TrestleTest(engine = Lifetime.CLASS)\
          """);
    }
    var opened = TestEngine.open(DeclaredModels.of(annotation.value()));
    store.put(type, opened);
    return opened;
  }

  /** Returns the test's class, or the nearest class around it that has the annotation. */
  private static Class<?> annotated(ExtensionContext context) {
    return Stream.iterate(
            Optional.of(context),
            Optional::isPresent,
            each -> each.flatMap(ExtensionContext::getParent))
        .flatMap(Optional::stream)
        .flatMap(each -> each.getTestClass().stream())
        .filter(type -> AnnotationSupport.isAnnotated(type, TrestleTest.class))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no @TrestleTest"));
  }

  private static TrestleTest annotation(Class<?> type) {
    return AnnotationSupport.findAnnotation(type, TrestleTest.class).orElseThrow();
  }
}
