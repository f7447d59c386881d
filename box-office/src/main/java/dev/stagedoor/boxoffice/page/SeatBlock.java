package dev.stagedoor.boxoffice.page;

import dev.stagedoor.boxoffice.order.SeatMap.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * As many seats as stand on one page: whole rows where they fit. A row is what a seat's name has
 * before its number.
 *
 * @param number from 1
 * @param rows never empty
 */
public record SeatBlock(int number, List<Row> rows) {
  /** What a phone scrolls through, and a row of the longest. */
  static final int MOST = 300;

  private static final int NARROW = 5;
  private static final Pattern NUMBER = Pattern.compile("[0-9]+$");

  public SeatBlock {
    rows = List.copyOf(rows);
  }

  /**
   * Seats of one row that stand next to each other.
   *
   * @param name empty for seats that are called by a number alone
   */
  public record Row(String name, List<Seat> seats) {
    public Row {
      seats = List.copyOf(seats);
    }

    public long free() {
      return seats.stream().filter(seat -> !seat.sold()).count();
    }

    /** Whether a name is too long for a narrow place. */
    public boolean isWide() {
      return seats.stream().anyMatch(seat -> seat.name().length() > NARROW);
    }

    /** Over the seats: {@code Row A}; where the name is no letter or two, the name. */
    public String title() {
      return name.isBlank() ? "Seats" : name.length() <= 2 ? "Row " + name : name;
    }
  }

  /** {@code A1 to F50}. */
  public String range() {
    Row last = rows.get(rows.size() - 1);
    String from = rows.get(0).seats().get(0).name();
    String to = last.seats().get(last.seats().size() - 1).name();
    return from.equals(to) ? from : from + " to " + to;
  }

  public long free() {
    return rows.stream().mapToLong(Row::free).sum();
  }

  /** All seats of an event, in blocks. */
  static List<SeatBlock> of(List<Seat> seats) {
    List<SeatBlock> blocks = new ArrayList<>();
    List<Row> open = new ArrayList<>();
    int size = 0;
    for (Row row : rows(seats)) {
      if (size + row.seats().size() > MOST && !open.isEmpty()) {
        blocks.add(new SeatBlock(blocks.size() + 1, open));
        open.clear();
        size = 0;
      }
      open.add(row);
      size += row.seats().size();
    }
    blocks.add(new SeatBlock(blocks.size() + 1, open));
    return List.copyOf(blocks);
  }

  /** A row that is longer than a block becomes several. */
  private static List<Row> rows(List<Seat> seats) {
    List<Row> rows = new ArrayList<>();
    List<Seat> open = new ArrayList<>();
    String name = "";
    for (Seat seat : seats) {
      String own = NUMBER.matcher(seat.name()).replaceFirst("");
      if (!open.isEmpty() && (!own.equals(name) || open.size() == MOST)) {
        rows.add(new Row(name, open));
        open.clear();
      }
      name = own;
      open.add(seat);
    }
    rows.add(new Row(name, open));
    return rows;
  }
}
