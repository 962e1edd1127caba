package dev.trestle.stak.tenant;

import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.model.TenantDirectory.Tenant;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.TenantId;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Deletes tenants in the background. The job repeats until everything of the tenant is gone,
 * whatever is killed; the tenant's entry in the directory goes last.
 */
public final class TenantDeletions {
  public static final String QUEUE = "stak-tenant-deletions";

  /** By then every server knows that the tenant is being deleted, and has finished its chunks. */
  private static final Duration DELAY = TenantStates.CACHED_FOR.multipliedBy(2);

  private final TenantStates states;
  private final TenantEraser eraser;
  private final WorkQueue queue;
  private final InstantSource clock;

  public TenantDeletions(
      TenantStates states, TenantEraser eraser, WorkQueue queue, InstantSource clock) {
    this.states = states;
    this.eraser = eraser;
    this.queue = queue;
    this.clock = clock;
  }

  /** Requests a deletion, again if it was requested before; none if there is no such tenant. */
  public Optional<Tenant> request(TenantId tenant) {
    var now = clock.instant();
    var marked =
        states
            .set(tenant, TenantState.deleting, now.truncatedTo(ChronoUnit.SECONDS))
            .or(() -> states.read(tenant));
    if (marked.isPresent()) {
      queue.enqueue(new NewJob(QUEUE, tenant.value(), tenant.value(), now.plus(DELAY)));
    }
    return marked;
  }

  /** Starts to delete, until the worker is closed. */
  public Worker start() {
    return queue.work(QUEUE, WorkOptions.STANDARD.concurrency(1), this::handle);
  }

  private JobOutcome handle(Claim claim) {
    var tenant = new TenantId(claim.payload());
    // A repeated request finds it deleted, or even created anew.
    if (states.read(tenant).filter(each -> each.state() == TenantState.deleting).isEmpty()) {
      return JobOutcome.done();
    }
    eraser.erase(tenant);
    states.remove(tenant);
    return JobOutcome.done();
  }
}
