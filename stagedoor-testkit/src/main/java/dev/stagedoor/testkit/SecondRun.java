package dev.stagedoor.testkit;

import dev.stagedoor.Handling;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.handler.BatchHandler;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Windows;
import dev.stagedoor.testkit.interleave.Effect;
import dev.stagedoor.testkit.interleave.Interleaving;
import dev.stagedoor.testkit.interleave.Limits;
import dev.stagedoor.testkit.interleave.Subject;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.kill.Doomed;
import dev.stagedoor.testkit.path.AnyJob;
import dev.stagedoor.testkit.path.HandledJob;
import dev.stagedoor.testkit.path.Job;
import dev.stagedoor.testkit.world.Check;
import dev.stagedoor.testkit.world.ClientFaults;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.Count;
import dev.stagedoor.testkit.world.Given;
import dev.stagedoor.testkit.world.PerRun;
import dev.stagedoor.testkit.world.Work;
import dev.stagedoor.worker.Registered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves that a handler's effects happen once, or fails with the smallest interleaving that shows
 * that they do not: the job is delivered twice, and more, at once and after deaths at every
 * boundary, with replies lost, calls refused, and the clock ahead, on a real PostgreSQL.
 *
 * <pre>{@code
 * SecondRun.of(SEND_TICKETS, new TicketOrder(4471))
 *     .handler(w -> new SendTickets(w.client(Mailer.class))::handle, h -> h.effects(TICKET_EMAIL))
 *     .client(Mailer.class, ModelMailer::new)
 *     .exactlyOnce("email", w -> w.provider(ModelMailer.class).accepted())
 *     .verify();
 * }</pre>
 *
 * <p>Each run gets a new handler, made by the function that was given: the second run is another
 * process. Static state is not reset between runs. What is shown is shown for one job, for the
 * effects that are declared, and for the interleavings that the report counts.
 *
 * <p>Immutable: each method gives a new value.
 */
public final class SecondRun<P> {
  private static final Logger LOG = LoggerFactory.getLogger(SecondRun.class);
  private final Job job;
  private final Subject subject;
  private final Limits limits;
  private final @Nullable DataSource database;
  private final List<Given> given;

  private SecondRun(
      Job job, Subject subject, Limits limits, @Nullable DataSource database, List<Given> given) {
    this.job = job;
    this.subject = subject;
    this.limits = limits;
    this.database = database;
    this.given = given;
  }

  private static <P> SecondRun<P> of(Job job) {
    return new SecondRun<>(job, Subject.EMPTY, Limits.standard(), null, List.of());
  }

  private SecondRun<P> with(Job other) {
    return new SecondRun<>(other, subject, limits, database, given);
  }

  private SecondRun<P> with(Subject other) {
    return new SecondRun<>(job, other, limits, database, given);
  }

  private SecondRun<P> with(Limits other) {
    return new SecondRun<>(job, subject, other, database, given);
  }

  /** A job of Stagedoor's; name its handler next. */
  public static <P> SecondRun<P> of(JobType<P> type, P payload) {
    return of(type.job(payload));
  }

  /** A job of Stagedoor's with a unique key, say; name its handler next. */
  public static <P> SecondRun<P> of(NewJob<P> job) {
    return of(HandledJob.of(job));
  }

  /**
   * A handler of any other queue, for one message: it is called for each delivery, and comes again
   * until it has returned.
   */
  public static SecondRun<Void> of(PerRun<Work> perRun) {
    return of(new AnyJob(perRun));
  }

  /** The handler, made anew for each run. */
  public SecondRun<P> handler(PerRun<JobHandler<P>> perRun) {
    return handler(perRun, UnaryOperator.identity());
  }

  /** As {@link #handler(PerRun)}, with the options that it is registered with. */
  public SecondRun<P> handler(PerRun<JobHandler<P>> perRun, UnaryOperator<Handling> options) {
    return with(
        ours()
            .by(
                world -> new Registered.Plain<>(perRun.in(world)),
                options.apply(Handling.standard())));
  }

  /** A handler whose effect, record and completion are one commit, made anew for each run. */
  public SecondRun<P> onceHandler(PerRun<OnceHandler<P>> perRun) {
    return onceHandler(perRun, UnaryOperator.identity());
  }

  /** As {@link #onceHandler(PerRun)}, with the options that it is registered with. */
  public SecondRun<P> onceHandler(PerRun<OnceHandler<P>> perRun, UnaryOperator<Handling> options) {
    return with(
        ours()
            .by(
                world -> new Registered.Once<>(perRun.in(world)),
                options.apply(Handling.standard())));
  }

  /**
   * A handler of batches, made anew for each run. Each run is a batch of this one job: what other
   * jobs of a batch may do to it is not played, and does nothing where all effects are inside
   * {@code batch.once}.
   */
  public SecondRun<P> batchHandler(PerRun<BatchHandler<P>> perRun) {
    return batchHandler(perRun, UnaryOperator.identity());
  }

  /** As {@link #batchHandler(PerRun)}, with the options that it is registered with. */
  public SecondRun<P> batchHandler(
      PerRun<BatchHandler<P>> perRun, UnaryOperator<Handling> options) {
    return with(
        ours()
            .by(
                world -> new Registered.Batch<>(perRun.in(world), 2),
                options.apply(Handling.standard())));
  }

  @SuppressWarnings("unchecked") // made by of(JobType<P>, P)
  private HandledJob<P> ours() {
    if (job instanceof HandledJob<?> handled) {
      return (HandledJob<P>) handled;
    }
    throw new IllegalStateException(
        "this is for Stagedoor's own jobs: begin with SecondRun.of(jobType, payload)");
  }

  /** How the provider is asked what became of an effect. */
  public SecondRun<P> lookup(EffectType type, PerRun<Lookup> lookup) {
    return with(ours().asking(type, lookup));
  }

  /** Other windows than the standard ones. */
  public SecondRun<P> windows(Windows windows) {
    return with(ours().within(windows));
  }

  /**
   * The database, as a superuser: rows are put back between interleavings. Nobody else may use it
   * meanwhile; afterwards it is as it was. Without this, an embedded PostgreSQL gives an empty one.
   */
  public SecondRun<P> on(DataSource database) {
    return new SecondRun<>(job, subject, limits, database, given);
  }

  /** Tables and rows that every interleaving starts with. */
  public SecondRun<P> given(Given rows) {
    List<Given> more = new ArrayList<>(given);
    more.add(rows);
    return new SecondRun<>(job, subject, limits, database, List.copyOf(more));
  }

  /** The same as SQL, one statement or several. */
  public SecondRun<P> given(String sql) {
    return given(
        connection -> {
          try (var statement = connection.createStatement()) {
            statement.execute(sql);
          }
        });
  }

  /**
   * A client of a provider, by its interface, and the model that stands for the provider, made anew
   * for each interleaving. Given again, it takes the place of the one before.
   */
  public <C> SecondRun<P> client(Class<C> type, Supplier<? extends C> model) {
    return client(type, model, ClientFaults.standard());
  }

  /** As {@link #client(Class, Supplier)}, and how the client tells of faults. */
  public <C> SecondRun<P> client(Class<C> type, Supplier<? extends C> model, ClientFaults faults) {
    return with(subject.and(new Clients.Declared(type, model, faults)));
  }

  /**
   * An effect that is to happen once, by whatever counts it.
   *
   * @throws IllegalArgumentException if there is one of this name
   */
  public SecondRun<P> exactlyOnce(String effect, Count count) {
    return with(subject.and(new Effect(effect, 1, false, "", count)));
  }

  /** An effect that is to leave one more row in the answer of this query. */
  public SecondRun<P> exactlyOnceRows(String effect, String sql) {
    return with(
        subject.and(
            new Effect(effect, 1, true, "", world -> Counting.rows(world.dataSource(), sql))));
  }

  /**
   * A counter: the one value that this query gives grows by so much, and one run writes its table.
   * A lost update would hide a second effect otherwise.
   */
  public SecondRun<P> exactlyOnceValue(String effect, long by, String sql) {
    if (by == 0) {
      throw new IllegalArgumentException(
          "effect \"" + effect + "\" grows by 0: say by how much one run makes it grow");
    }
    return with(
        subject.and(
            new Effect(effect, by, true, sql, world -> Counting.value(world.dataSource(), sql))));
  }

  /** Every request that this client's model gets is to carry the same key. */
  public SecondRun<P> keyStable(Class<?> client) {
    return with(subject.andStableKey(client));
  }

  /** What is to be true when the job has come to rest. */
  public SecondRun<P> eventually(String state, Check reached) {
    return with(subject.and(new Subject.State(state, reached)));
  }

  /**
   * A verdict that is no failure.
   *
   * @param why for whoever reads the test; not empty
   */
  public SecondRun<P> allow(Verdict verdict, String why) {
    if (verdict == Verdict.ONCE || why.isBlank()) {
      throw new IllegalArgumentException(
          "allow("
              + verdict
              + ", "
              + why
              + "): give one that is a failure, and say why it is none here");
    }
    return with(subject.allowing(verdict, why));
  }

  /**
   * How many interleavings are run at most. Without this as many as the system property {@code
   * stagedoor.interleavings} says, or 500.
   */
  public SecondRun<P> atMost(int interleavings) {
    return with(limits.atMost(interleavings));
  }

  /**
   * How far the clock may jump. Without this three minutes, and as much more than the keys' life
   * where a provider forgets them. None: it stands still.
   */
  public SecondRun<P> clockJumps(Duration... jumps) {
    return with(limits.withJumps(List.of(jumps)));
  }

  /** How long a step may take before it counts as stuck, in real time; 5 s without this. */
  public SecondRun<P> stepLimit(Duration longest) {
    return with(limits.withStepLimit(longest));
  }

  /**
   * Plays each interleaving a second time, which takes twice as long: for a handler that is
   * suspected to go another way now and then.
   */
  public SecondRun<P> replayingEach() {
    return with(limits.replayingEach());
  }

  /** The seed of what is chosen at random; the same one without this. */
  public SecondRun<P> seed(long seed) {
    return with(limits.withSeed(seed));
  }

  /**
   * Explores, or replays where that is asked for, and tells what was found, whatever it is.
   *
   * @throws IllegalStateException if it cannot do so: no effect is declared, a job type has no
   *     handler, the database refuses, counting fails
   */
  public Exploration explore() {
    return Replays.asked().map(exploring()::replay).orElseGet(exploring()::explore);
  }

  /**
   * Plays the interleaving of a report, and nothing else.
   *
   * @throws IllegalArgumentException if it is none, or if it passes and the handler does not come
   *     to everything in it
   * @throws IllegalStateException as {@link #explore} does
   */
  public Exploration replay(String interleaving) {
    return exploring().replay(Interleaving.parse(interleaving));
  }

  KilledRun.Killed killed(KilledRun.Killing killing) {
    return exploring().killed(killing);
  }

  void asChild(DataSource database, String reference, Supplier<Doomed> go) throws Exception {
    exploring().asChild(database, reference, go);
  }

  private Exploring exploring() {
    if (!subject.asksSomething()) {
      throw new IllegalStateException(
          "no effect is declared: add .exactlyOnce(…), or there is nothing to fail");
    }
    if (job instanceof HandledJob<?> handled && !handled.hasHandler()) {
      throw new IllegalStateException(
          "job type " + handled.job().type().name() + " has no handler: add .handler(w -> …)");
    }
    return new Exploring(job, subject, limits, database, given);
  }

  /**
   * Explores, and says in one line what was run: logged by the name of this class, level INFO.
   *
   * @return what was found, all of which is allowed
   * @throws AssertionError with the smallest interleaving, if one fails; with the system property
   *     {@code stagedoor.print=test} it ends with a test that plays it
   * @throws IllegalStateException as {@link #explore} does
   */
  public Exploration verify() {
    Exploration exploration = explore();
    if (exploration.verdict() != Verdict.ONCE) {
      throw new AssertionError(exploration.report() + asTest(exploration));
    }
    LOG.info("{} {}", TestName.ofCaller(), exploration.report().strip());
    return exploration;
  }

  private static String asTest(Exploration exploration) {
    return "test".equals(System.getProperty("stagedoor.print"))
        ? "\nAs a test\n\n" + exploration.test()
        : "";
  }
}
