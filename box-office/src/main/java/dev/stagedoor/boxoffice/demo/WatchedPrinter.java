package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.boxoffice.ticket.TicketPrinter;
import java.io.IOException;

/** Tells of every order that is printed. Changes nothing. */
record WatchedPrinter(TicketPrinter printer, Voice voice) implements TicketPrinter {
  @Override
  public byte[] print(Order order) throws IOException {
    byte[] printed = printer.print(order);
    voice.say(Voice.event(Line.PRINTED).put("order", order.id()));
    return printed;
  }
}
