package dev.stagedoor.boxoffice.demo;

/** The jobs of one order, by the names that their rows carry. */
enum JobKind {
  RENDER("render_tickets"),
  SEND("send_tickets"),
  COUNT("update_sales_counter");

  private final String type;

  JobKind(String type) {
    this.type = type;
  }

  String type() {
    return type;
  }
}
