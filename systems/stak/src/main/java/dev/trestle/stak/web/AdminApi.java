package dev.trestle.stak.web;

import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Call;
import dev.trestle.stak.model.InboxKey;

/** What the classes of the admin API share. */
public final class AdminApi {
  /** Where the admin API is. */
  public static final String PREFIX = "/stack/admin/v1";

  /** The paths of one tenant, below the prefix. */
  static final String TENANT = "/{tenant}/";

  /** The paths of one inbox, below the prefix. */
  static final String INBOX = "/{tenant}/{inbox}/";

  private AdminApi() {}

  /** Repeated calls in one inbox get the first reply. */
  public static Idempotency idempotency(SystemContext context) {
    return context.idempotency("stak", AdminApi::caller);
  }

  private static String caller(Call call) {
    var inbox = call.noted(InboxKey.class);
    return inbox.tenant() + " " + inbox.inbox();
  }
}
