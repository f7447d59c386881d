package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.naive.Without;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws a {@link Plan} from a seed.
 *
 * <p>Each kind of fault goes round its spots, so that with the standard numbers every technique has
 * something to absorb. Faults are spread evenly over the orders; wipes come last, when most has
 * been sold.
 */
final class Planner {
  private static final int ORDERS_OF_EVENT = 10;
  private static final int[] SEATS = {1, 1, 2, 2, 2, 2, 3, 4};
  private static final List<String> BUYERS =
      List.of("Ada Lovelace", "Łukasz Żak", "Иван Петров", "José Núñez", "Eleni Παππά", "Bo Li");

  private static final Map<FaultKind, List<Spot>> ROUNDS =
      new EnumMap<>(
          Map.of(
              FaultKind.KILLED,
              List.of(Spot.RENDER_RETURNED, Spot.MAIL_ACCEPTED, Spot.COUNT_COMPLETED),
              FaultKind.SLOW,
              List.of(Spot.MAIL_UNDER_WAY, Spot.RENDER_STARTED, Spot.COUNT_STARTED),
              FaultKind.PUBLISHED_TWICE,
              List.of(Spot.COUNT_PUBLISHED, Spot.RENDER_PUBLISHED, Spot.MAIL_PUBLISHED),
              FaultKind.TIMEOUT,
              List.of(Spot.MAIL_UNANSWERED),
              FaultKind.REDIS_WIPED,
              List.of(Spot.RENDER_WIPED, Spot.COUNT_WIPED, Spot.MAIL_WIPED)));

  private final Random random;
  private final long seed;

  private Planner(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  /**
   * @param without the technique whose handler is naive; its faults go to where it shows
   */
  static Plan draw(long seed, int orders, Asked asked, @Nullable Without without) {
    return new Planner(seed).draw(orders, asked, without);
  }

  private Plan draw(int count, Asked asked, @Nullable Without without) {
    List<Integer> seats = new ArrayList<>();
    List<PlannedOrder> orders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      orders.add(order(i, seats));
    }
    List<Spot> spots = spots(asked, without);
    int placed = Math.min(spots.size(), count);
    List<PlannedFault> faults = spread(spots.subList(0, placed), count);
    return new Plan(
        seed, seats, orders, faults, spots.subList(placed, spots.size()), spares(count, faults));
  }

  private PlannedOrder order(int index, List<Integer> seatsOfEvents) {
    int event = index / ORDERS_OF_EVENT;
    if (seatsOfEvents.size() == event) {
      seatsOfEvents.add(0);
    }
    int first = seatsOfEvents.get(event);
    int seats = SEATS[random.nextInt(SEATS.length)];
    seatsOfEvents.set(event, first + seats);
    String buyer = BUYERS.get(random.nextInt(BUYERS.size()));
    return new PlannedOrder(index, event, first, seats, buyer, random.nextInt(6) == 0);
  }

  private List<Spot> spots(Asked asked, @Nullable Without without) {
    List<Spot> early = new ArrayList<>();
    List<Spot> wipes = new ArrayList<>();
    for (FaultKind kind : FaultKind.values()) {
      List<Spot> round = round(kind, without);
      List<Spot> into = kind == FaultKind.REDIS_WIPED ? wipes : early;
      IntStream.range(0, asked.of(kind)).forEach(i -> into.add(round.get(i % round.size())));
    }
    Collections.shuffle(early, random);
    early.addAll(wipes);
    return early;
  }

  /** The spots of a kind, the one that tells on the naive handler first. */
  private static List<Spot> round(FaultKind kind, @Nullable Without without) {
    List<Spot> round = new ArrayList<>(ROUNDS.getOrDefault(kind, List.of()));
    if (without == Without.JOB_ID) {
      Collections.replaceAll(round, Spot.COUNT_COMPLETED, Spot.COUNT_RETURNED);
    }
    if (without != null && round.remove(Telling.spot(without))) {
      round.add(0, Telling.spot(without));
    }
    return round;
  }

  /** One in each of as many equal parts of the orders as there are faults. */
  private List<PlannedFault> spread(List<Spot> spots, int orders) {
    List<PlannedFault> faults = new ArrayList<>();
    int parts = spots.size();
    for (int i = 0; i < parts; i++) {
      int from = (int) ((long) i * orders / parts);
      int to = (int) ((long) (i + 1) * orders / parts);
      faults.add(new PlannedFault(i + 1, spots.get(i), from + random.nextInt(to - from)));
    }
    return faults;
  }

  /** The last orders without a fault: at most one for each fault, a fifth of all. */
  private static List<Integer> spares(int orders, List<PlannedFault> faults) {
    int most = Math.min(faults.size(), orders / 5);
    return IntStream.iterate(orders - 1, i -> i >= 0, i -> i - 1)
        .filter(i -> faults.stream().noneMatch(f -> f.order() == i))
        .limit(most)
        .sorted()
        .boxed()
        .toList();
  }
}
