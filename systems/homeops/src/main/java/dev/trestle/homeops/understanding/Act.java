package dev.trestle.homeops.understanding;

import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.MemberId;
import java.time.Instant;
import java.util.Optional;

/**
 * One act in a message.
 *
 * @param activity its canonical name, if there is one
 * @param confidence the probability that this is what was meant
 * @param who the member who did it; for a question, the member it is about
 * @param when when it was done; the deadline of a promise
 */
public record Act(
    ActType type,
    Optional<String> activity,
    Effort effort,
    double confidence,
    Optional<MemberId> who,
    Instant when) {}
