package dev.stagedoor.boxoffice.page;

import dev.stagedoor.boxoffice.order.SeatMap;
import java.util.List;
import java.util.Locale;

/**
 * An event, a block of its seats, and the form that orders them.
 *
 * @param block the one that is shown
 * @param asksToken whether seats are paid for here
 */
public record EventPage(
    SeatMap map, List<SeatBlock> blocks, SeatBlock block, OrderForm form, boolean asksToken) {
  public EventPage {
    blocks = List.copyOf(blocks);
  }

  /**
   * @param wanted number of the block to be shown; the first where there is none of this number
   * @param paid whether the box office takes payments
   */
  public static EventPage of(SeatMap map, int wanted, OrderForm form, boolean paid) {
    List<SeatBlock> blocks = SeatBlock.of(map.seats());
    SeatBlock shown = blocks.get(wanted >= 1 && wanted <= blocks.size() ? wanted - 1 : 0);
    return new EventPage(map, blocks, shown, form, paid && !map.price().isNothing());
  }

  public String path() {
    return "/e/" + map.event().id();
  }

  /** Where the form goes. Not {@link #path}: sent there, it would push the page out of caches. */
  public String orders() {
    return path() + "/orders?block=" + block.number();
  }

  /** The address of a block. */
  public String path(SeatBlock other) {
    return other.number() == 1 ? path() : path() + "?block=" + other.number();
  }

  public boolean isShown(SeatBlock other) {
    return other.number() == block.number();
  }

  public String when() {
    return Words.time(map.event().startsAt());
  }

  public String price() {
    return map.price().isNothing() ? "free" : Words.amount(map.price()) + " a seat";
  }

  public long free() {
    return map.seats().stream().filter(seat -> !seat.sold()).count();
  }

  /** {@code 12 left of 50}. */
  public String left() {
    long free = free();
    return free == 0
        ? "sold out"
        : String.format(Locale.ENGLISH, "%,d left of %,d", free, map.seats().size());
  }
}
