package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.naive.Without;
import java.util.function.ToLongFunction;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The ledger as one JSON object on one line, version 1: fields may be added, none goes. */
final class LedgerJson {
  private LedgerJson() {}

  static String of(Ledger ledger) {
    ObjectNode json = Json.object().put("v", 1);
    totals(json, ledger.totals());
    byKind(json.putObject("asked"), kind -> ledger.asked().of(kind));
    byKind(json.putObject("secondRuns"), ledger::secondRuns);
    Absorbed absorbed = ledger.absorbed();
    json.putObject("absorbed")
        .put("state", absorbed.state())
        .put("claim", absorbed.claim())
        .put("providerKey", absorbed.providerKey())
        .put("jobId", absorbed.jobId());
    json.put("lost", ledger.verdict().lost()).put("doubled", ledger.verdict().doubled());
    texts(json.putArray("problems"), ledger.verdict().problems());
    texts(json.putArray("uncovered"), ledger.uncovered());
    Without without = ledger.without();
    json.put("without", without == null ? null : without.word())
        .put("quiet", ledger.quiet())
        .put("seed", ledger.seed())
        .put("seconds", Math.round(ledger.seconds() * 10) / 10.0)
        .put("workerRssMiB", ledger.workerRssMiB());
    return Json.text(json);
  }

  private static void totals(ObjectNode json, Ledger.Totals totals) {
    json.put("orders", totals.orders())
        .put("repeatedRequests", totals.repeatedRequests())
        .put("ticketsRendered", totals.ticketsRendered())
        .put("renders", totals.renders())
        .put("pdfObjects", totals.pdfObjects())
        .put("sendJobs", totals.sendJobs())
        .put("emailsAccepted", totals.emailsAccepted())
        .put("emailRequests", totals.emailRequests())
        .put("seatsSold", totals.seatsSold())
        .put("salesCounter", totals.salesCounter())
        .put("deliveries", totals.deliveries())
        .put("paymentsCaptured", totals.payments().captured())
        .put("paymentRequests", totals.payments().requests())
        .put("paymentRequestsRepeated", totals.payments().requestsRepeated());
  }

  private static void byKind(ObjectNode json, ToLongFunction<FaultKind> count) {
    for (FaultKind kind : FaultKind.values()) {
      json.put(kind.json(), count.applyAsLong(kind));
    }
  }

  private static void texts(ArrayNode json, Iterable<String> texts) {
    texts.forEach(json::add);
  }
}
