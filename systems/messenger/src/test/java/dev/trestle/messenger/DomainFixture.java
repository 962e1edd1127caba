package dev.trestle.messenger;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.messenger.chat.AccountErasure;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.Consent;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.chat.Invitations;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.chat.UserBlocks;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.file.ProfilePhotos;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.messenger.push.PushDeviceStore;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;

/** The domain objects of one server, without its API. */
public final class DomainFixture implements AutoCloseable {
  public final SystemContext context;
  public final Accounts accounts;
  public final Store store;
  public final ColdEntries cold;
  public final ChatAccess access;
  public final ChatLogs logs;
  public final ChatHistory history;
  public final Members members;
  public final Groups groups;
  public final ChatList chats;
  public final AccountErasure erasure;

  public DomainFixture(SystemContext context) {
    this.context = context;
    var ids = context.ids();
    var clock = context.clock();
    accounts = Accounts.open(context, AccountsOptions.local());
    store = context.store(MessengerModel.MODEL);
    cold = new ColdEntries(store, context);
    access = new ChatAccess(store);
    logs = new ChatLogs(store, cold, access, ids, clock, context.random(), _ -> {});
    history = new ChatHistory(store, cold);
    var consent = new Consent(store, clock);
    var blocks = new UserBlocks(store, accounts.profiles(), clock, (_, _, _) -> {});
    var invitations =
        new Invitations(store, logs, access, consent, blocks, ids, clock, (_, _) -> {});
    members = new Members(store, logs, access, invitations, accounts.profiles(), ids, clock);
    groups = new Groups(store, logs, access, invitations, accounts.profiles(), ids, clock);
    chats = new ChatList(store, cold, logs, clock);
    var pictures = new ProfilePhotos(store, access, context.blobs(), ids);
    var devices = new PushDeviceStore(store, clock);
    erasure = new AccountErasure(store, members, blocks, pictures, devices);
  }

  @Override
  public void close() {
    logs.close();
    accounts.close();
    context.close();
  }
}
