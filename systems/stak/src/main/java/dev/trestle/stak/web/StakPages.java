package dev.trestle.stak.web;

import dev.trestle.platform.web.Cors;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Stak;

/** The administrators' page, and the widget for other sites' pages. */
public final class StakPages {
  public static final String PREFIX = "/stak";

  private StakPages() {}

  public static Router router() {
    var widget = Cors.anyone().around(Pages.script(WidgetScript.text()));
    var worker = Cors.anyone().around(Pages.script(WidgetScript.pushWorker()));
    return Pages.beside(Stak.class, "page")
        .router()
        .get("/widget.js", widget)
        .get("/push-worker.js", worker);
  }
}
