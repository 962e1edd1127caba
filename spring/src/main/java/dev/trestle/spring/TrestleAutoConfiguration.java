package dev.trestle.spring;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Model;
import dev.trestle.store.Store;
import dev.trestle.store.StoreClient;
import dev.trestle.store.StoreObserver;
import dev.trestle.store.StoreOptions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Makes a {@link Store} for the {@link Model} of a program. A bean that the program declares itself
 * takes the place of the one that is made here: {@link DynamoDbClient}, {@link StoreOptions},
 * {@link Store}. Beans of the type {@link StoreObserver} are told of each call; the only bean of
 * the type {@link InstantSource} (a {@link java.time.Clock} is one) is the clock.
 *
 * <p>A program with several models has no single store. It declares one for each, with the {@link
 * StoreFactory}.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@EnableConfigurationProperties(TrestleProperties.class)
public class TrestleAutoConfiguration {
  /** An engine in this process. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "trestle.mode", havingValue = "embedded")
  @ConditionalOnMissingBean(DynamoDbClient.class)
  @ConditionalOnClass(Trestle.class)
  static class EmbeddedMode {
    @Bean
    @ConditionalOnMissingBean
    Trestle trestle(TrestleProperties properties, ObjectProvider<InstantSource> clock) {
      var folder = properties.embedded().folder();
      var options = folder == null ? EngineOptions.inMemory() : EngineOptions.at(folder);
      var own = clock.getIfUnique();
      return Trestle.open(own == null ? options : options.withClock(own));
    }

    @Bean
    DynamoDbClient dynamoDbClient(Trestle trestle) {
      return trestle.client();
    }
  }

  /** The engine is asked for and not on the class path. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "trestle.mode", havingValue = "embedded")
  @ConditionalOnMissingBean(DynamoDbClient.class)
  @ConditionalOnMissingClass("dev.trestle.dynamodb.embedded.Trestle")
  static class MissingEngine {
    @Bean
    DynamoDbClient dynamoDbClient() {
      throw new SetupException(
          "trestle.mode is embedded, but the engine is not on the class path.",
          "Add the dependency dev.trestle:trestle-embedded, in test scope if only tests use it.");
    }
  }

  /** DynamoDB. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "trestle.mode", havingValue = "aws", matchIfMissing = true)
  @ConditionalOnMissingBean(DynamoDbClient.class)
  static class AwsMode {
    /** Without retries of its own: the store knows which writes may be repeated. */
    @Bean
    DynamoDbClient dynamoDbClient(TrestleProperties properties) {
      var builder = DynamoDbClient.builder();
      var region = properties.aws().region();
      if (region != null) builder.region(Region.of(region));
      var endpoint = properties.aws().endpoint();
      if (endpoint != null) builder.endpointOverride(endpoint);
      return StoreClient.withoutRetries(builder);
    }
  }

  /** Metrics, if there is a registry. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Metrics {
    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean
    StoreMetrics storeMetrics(MeterRegistry registry) {
      return new StoreMetrics(registry);
    }
  }

  @Bean
  @ConditionalOnMissingBean
  StoreOptions storeOptions(
      TrestleProperties properties,
      ObjectProvider<InstantSource> clock,
      ObjectProvider<StoreObserver> observers) {
    var options =
        CursorKeys.sign(StoreOptions.standard().tablePrefix(properties.tablePrefix()), properties);
    var own = clock.getIfUnique();
    if (own != null) options = options.clock(own);
    for (var observer : observers.orderedStream().toList()) options = options.observer(observer);
    return options;
  }

  @Bean
  @ConditionalOnMissingBean
  StoreFactory storeFactory(
      DynamoDbClient client, StoreOptions options, TrestleProperties properties) {
    return new StoreFactory(client, options, properties.createsTables());
  }

  @Bean
  @ConditionalOnSingleCandidate(Model.class)
  @ConditionalOnMissingBean
  Store store(Model model, StoreFactory stores) {
    return stores.open(model);
  }
}
