package dev.trestle.toolshed;

import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.store.Store;
import dev.trestle.toolshed.loan.Loans;
import dev.trestle.toolshed.model.ToolshedModel;
import dev.trestle.toolshed.web.LoansApi;
import java.util.List;

/** The tool shed: neighbours lend each other tools. */
final class Toolshed implements ServedSystem {
  private final Store store;
  private final LoansApi api;

  private Toolshed(SystemContext context) {
    store = context.store(ToolshedModel.MODEL);
    api = new LoansApi(new Loans(store, context.clock()), context.limits());
  }

  static Toolshed open(SystemContext context) {
    return new Toolshed(context);
  }

  @Override
  public String name() {
    return "toolshed";
  }

  @Override
  public String title() {
    return "Tool shed";
  }

  @Override
  public List<Store> stores() {
    return List.of(store);
  }

  @Override
  public void mount(Site site) {
    site.at("/toolshed/v1", api.router(), ErrorShape.PLAIN)
        .at("/toolshed", Pages.beside(Toolshed.class, "page").router(), ErrorShape.PLAIN);
  }

  @Override
  public void start() {}

  @Override
  public void close() {}
}
