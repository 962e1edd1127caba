package dev.trestle.app.region;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.platform.blob.MemoryBlobs;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;

/** Accounts and Messenger in one region. Nothing is served over HTTP. */
record RegionServer(SystemContext context, Accounts accounts, Messenger messenger)
    implements AutoCloseable {
  /** Opens the systems, which creates the tables that are missing. */
  static RegionServer open(Trestle trestle, Secrets secrets) {
    var context =
        SystemContext.open(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard(),
            secrets,
            new MemoryBlobs(),
            FeedOptions.polling("drill"));
    var accounts = Accounts.open(context, AccountsOptions.local());
    return new RegionServer(
        context, accounts, Messenger.open(context, accounts, MessengerOptions.standard()));
  }

  Store store() {
    return messenger.stores().getFirst();
  }

  @Override
  public void close() {
    messenger.close();
    accounts.close();
    context.close();
  }
}
