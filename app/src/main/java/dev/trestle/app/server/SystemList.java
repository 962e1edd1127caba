package dev.trestle.app.server;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.SystemName;
import dev.trestle.app.demo.DemoVisitor;
import dev.trestle.app.demo.EcoBidDemo;
import dev.trestle.app.demo.HomeOpsDemo;
import dev.trestle.app.demo.MarketStreets;
import dev.trestle.app.demo.MessengerDemo;
import dev.trestle.app.demo.StakDemo;
import dev.trestle.app.demo.SystemDemo;
import dev.trestle.cli.UsageError;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.ecobid.notification.NotificationSink;
import dev.trestle.homeops.HomeOps;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.delivery.HeadWatch;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.stak.Stak;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Opens the systems that a server runs, and their demos. */
final class SystemList {
  /** The systems whose users sign in with a phone number. */
  private static final Set<SystemName> WITH_ACCOUNTS =
      EnumSet.of(SystemName.MESSENGER, SystemName.ECOBID, SystemName.HOMEOPS);

  private SystemList() {}

  /**
   * Opens the systems that the configuration names.
   *
   * @throws UsageError if a system has accounts and login codes can neither be sent nor shown
   */
  static List<ServedSystem> open(
      Configuration configuration, SystemContext context, ServerMode mode, OpenResources open) {
    var systems = new ArrayList<ServedSystem>();
    var accounts = accounts(configuration, context, mode);
    accounts.ifPresent(opened -> systems.add(open.add(opened)));
    // In the order of the enum: Stak before EcoBid, which sends its notifications there.
    for (var name : new TreeSet<>(configuration.systems())) {
      switch (name) {
        case MESSENGER ->
            systems.add(
                open.add(
                    Messenger.open(context, accounts.orElseThrow(), messenger(configuration))));
        case STAK -> systems.add(open.add(Stak.open(context, configuration.inboxes())));
        case ECOBID ->
            systems.add(
                open.add(
                    EcoBid.open(
                        context,
                        accounts.orElseThrow(),
                        market(configuration, mode),
                        notifications(systems))));
        case HOMEOPS ->
            systems.add(
                open.add(HomeOps.open(context, accounts.orElseThrow(), configuration.household())));
      }
    }
    var messenger = running(systems, Messenger.class);
    var homeops = running(systems, HomeOps.class);
    if (messenger.isPresent() && homeops.isPresent()) {
      open.add(
          MessengerChats.connect(accounts.orElseThrow(), messenger.get(), homeops.get(), context));
    }
    return systems;
  }

  /** The simulated people of each system that the configuration names. */
  static List<SystemDemo> demos(Configuration configuration, List<ServedSystem> systems) {
    var demos = new ArrayList<SystemDemo>();
    for (var name : new TreeSet<>(configuration.systems())) {
      demos.add(
          switch (name) {
            case MESSENGER -> new MessengerDemo(running(systems, Accounts.class).orElseThrow());
            case STAK -> new StakDemo(running(systems, Stak.class).orElseThrow());
            case ECOBID -> new EcoBidDemo();
            case HOMEOPS ->
                new HomeOpsDemo(
                    running(systems, HomeOps.class).orElseThrow(),
                    running(systems, Messenger.class).map(_ -> MessengerChats.PHONE_NUMBER));
          });
    }
    return demos;
  }

  private static <T> Optional<T> running(List<ServedSystem> systems, Class<T> type) {
    return systems.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** Other servers may share the tables of an endpoint. */
  private static MessengerOptions messenger(Configuration configuration) {
    var standard = MessengerOptions.standard().push(configuration.push());
    var options = configuration.coldAfter().map(standard::coldAfter).orElse(standard);
    return configuration.endpoint().isEmpty()
        ? options
        : options.comparingHeads(HeadWatch.INTERVAL);
  }

  /** Where EcoBid's users are told, beside its own page. */
  private static NotificationSink notifications(List<ServedSystem> systems) {
    return running(systems, Stak.class)
        .<NotificationSink>map(StakNotifications::of)
        .orElse(NotificationSink.NONE);
  }

  /** How EcoBid's market runs. The demo begins where its people live. */
  private static EcoBidOptions market(Configuration configuration, ServerMode mode) {
    var market = configuration.market();
    return mode.isDemo() ? market.startingAt(MarketStreets.load().centre()) : market;
  }

  /** The accounts, if one of the systems needs them. */
  private static Optional<Accounts> accounts(
      Configuration configuration, SystemContext context, ServerMode mode) {
    var users = configuration.systems().stream().filter(WITH_ACCOUNTS::contains).toList();
    if (users.isEmpty()) return Optional.empty();
    var sms = configuration.sms();
    if (sms.isEmpty() && !mode.isLocal()) {
      throw new UsageError(
          ("%1$s sends login codes by SMS, and no gateway is set. Set sms.gateway, run without %1$s"
                  + " (--only), or use --dev to show the codes to everybody on this machine.")
              .formatted(users.getFirst().title()));
    }
    var options = sms.map(AccountsOptions::with).orElseGet(AccountsOptions::local);
    return Optional.of(
        Accounts.open(
            context, mode.isDemo() ? options.demoPeople(List.of(DemoVisitor.ROBIN)) : options));
  }
}
