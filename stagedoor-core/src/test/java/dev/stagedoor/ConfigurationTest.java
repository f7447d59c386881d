package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.Windows;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.stream.LocalStream;
import java.time.Duration;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What is unsafe is refused where it is built, all of it at once, each with its mend. */
class ConfigurationTest {
  private static final JobType<String> SEND = JobType.of("send", String.class);
  private static final JobType<NoPayload> REPORT = JobType.of("report");
  private static final JobType<String> COUNT = JobType.of("count", String.class);
  private static final EffectType MAIL =
      EffectType.of("mail").providerKeepsKeys(Duration.ofHours(24));
  private static final DataSource DATABASE = TestServers.freshDatabase();

  private static void refused(UnaryOperator<Stagedoor.Builder> more, String... parts) {
    Stagedoor.Builder builder =
        Stagedoor.builder(DATABASE).stream(LocalStream.inThisProcess()).handle(SEND, run -> {});
    assertThatThrownBy(() -> more.apply(builder).build())
        .isInstanceOf(ConfigurationFault.class)
        .message()
        .contains(parts);
  }

  @Test
  void aSafeSetIsBuilt() {
    assertThat(
            Stagedoor.builder(DATABASE).stream(LocalStream.inThisProcess())
                .handle(SEND, run -> {}, h -> h.effects(MAIL))
                .build())
        .isNotNull();
  }

  @Test
  void noStream() {
    assertThatThrownBy(() -> Stagedoor.builder(DATABASE).handle(SEND, run -> {}).build())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("no stream: add stream(");
  }

  @Test
  void twoHandlersForOneType() {
    refused(b -> b.handle(SEND, run -> {}), "two handlers for type \"send\"", "keep one");
  }

  @Test
  void concurrencyOutOfRange() {
    refused(b -> b.concurrency(0), "concurrency is 0", "give 1 to 10000");
  }

  @Test
  void aStreamInThisProcessWithOneRole() {
    refused(b -> b.roles(Role.WORKER), "WORKER alone", "give both roles");
  }

  @Test
  void aStreamInThisProcessWithAWorkerAndNoRelay() {
    refused(b -> b.roles(Role.WORKER, Role.SCHEDULER), "WORKER alone", "RELAY and WORKER");
  }

  @Test
  void aProcessThatOnlyTicksIsBuiltAndNeedsNoHandler() {
    assertThat(
            Stagedoor.builder(DATABASE).stream(LocalStream.inThisProcess())
                .roles(Role.SCHEDULER)
                .recurring(Recurring.cron("report", "0 3 * * *", "Europe/Warsaw", REPORT))
                .build())
        .isNotNull();
  }

  @Test
  void schedulesThatCannotBeUsedAreNamedWithAllElse() {
    refused(
        b ->
            b.concurrency(0)
                .recurring(Recurring.every("hourly", Duration.ofMillis(10), REPORT))
                .recurring(Recurring.cron("nightly", "0 25 * * *", "Europe/Warsav", REPORT))
                .recurring(Recurring.every("nightly", Duration.ofHours(1), REPORT)),
        "concurrency is 0",
        "schedule \"hourly\": every PT0.01S",
        "schedule \"nightly\": zone \"Europe/Warsav\" is unknown",
        "schedule \"nightly\": cron \"0 25 * * *\" cannot be read",
        "two schedules named \"nightly\": keep one, or rename one");
  }

  @Test
  void aSendThatOutlastsItsHandler() {
    refused(
        b ->
            b.handle(
                COUNT,
                run -> {},
                h ->
                    h.effects(MAIL.sendTimeout(Duration.ofMinutes(2)))
                        .timeout(Duration.ofMinutes(1))),
        "sendTimeout of \"mail\"",
        "must outlast one send");
  }

  @Test
  void twoEffectsUnderOneKeyPrefix() {
    refused(
        b ->
            b.handle(
                COUNT,
                run -> {},
                h ->
                    h.effects(
                        MAIL,
                        EffectType.of("letter")
                            .keyPrefix("mail")
                            .providerKeepsKeys(Duration.ofHours(24)))),
        "one key prefix, \"mail\"",
        "give each its own");
  }

  @Test
  void everyFaultIsNamedAtOnce() {
    refused(
        b ->
            b.concurrency(-1)
                .roles(Role.RELAY)
                .windows(Windows.STANDARD.withSweep(Duration.ofMinutes(-1))),
        "concurrency is -1",
        "RELAY alone",
        "sweep");
  }
}
