package dev.trestle.engine.result;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.transfer.Transfer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of exports or imports.
 *
 * @param nextToken the id of its last transfer, if there are more
 */
public record TransferPage(List<TransferDescription> transfers, Optional<String> nextToken) {
  public static final int SIZE_MAX = 25;

  /** Returns the page after a token, with the transfers of one table or of all. */
  public static TransferPage of(
      String region,
      List<Transfer> all,
      @Nullable String tableArn,
      @Nullable Integer size,
      @Nullable String token) {
    var table = Optional.ofNullable(tableArn).map(TableNames::resolve);
    var wanted =
        all.stream()
            .filter(each -> table.isEmpty() || table.get().equals(each.table().name()))
            .toList();
    int from = token == null ? 0 : after(wanted, token);
    int to = Math.min(wanted.size(), from + (size == null ? SIZE_MAX : size));
    var page =
        wanted.subList(from, to).stream()
            .map(each -> TransferDescription.of(region, each))
            .toList();
    var next = to < wanted.size() ? Optional.of(wanted.get(to - 1).id()) : Optional.<String>empty();
    return new TransferPage(page, next);
  }

  private static int after(List<Transfer> transfers, String token) {
    for (int i = 0; i < transfers.size(); i++) {
      if (transfers.get(i).id().equals(token)) return i + 1;
    }
    throw new ValidationException("Invalid NextToken");
  }
}
