package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.page.SalesPage;
import dev.stagedoor.boxoffice.sales.Sales;
import dev.stagedoor.boxoffice.sales.SalesBooks;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.UUID;

/** {@code /sales/{key}}: how an event sells, for whoever has its organizer's key. Thread-safe. */
final class SalesPageRoutes {
  private final SalesBooks books;
  private final Html html;

  SalesPageRoutes(SalesBooks books, Html html) {
    this.books = books;
    this.html = html;
  }

  void addTo(RoutesConfig routes) {
    routes.get("/sales/{key}", this::show);
    routes.head("/sales/{key}", this::show);
  }

  private void show(Context http) throws SQLException {
    UUID key = OrderView.uuid(http.pathParam("key")).orElseThrow(Html::notFound);
    Sales sales = books.find(key).orElseThrow(Html::notFound);
    html.show(http, 200, html.pages().sales(new SalesPage(sales)));
  }
}
