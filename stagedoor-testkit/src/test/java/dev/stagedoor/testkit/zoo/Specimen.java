package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A handler and what the kit must say of it.
 *
 * @param kind of effect, such as mail or payment
 * @param why one sentence: why it is wrong, or what makes it right
 */
record Specimen(
    String name, String kind, Verdict expected, String why, Supplier<SecondRun<?>> secondRun) {

  /** Every one there is. */
  static List<Specimen> all() {
    return Stream.of(
            MailSpecimens.all(),
            PaymentSpecimens.all(),
            RefundSpecimens.all(),
            UploadSpecimens.all(),
            PointsSpecimens.all(),
            NumberSpecimens.all(),
            RowSpecimens.all(),
            AuditSpecimens.all(),
            LockSpecimens.all(),
            LeaseSpecimens.all(),
            ChildSpecimens.all(),
            WebhookSpecimens.all(),
            WrongStagedoorSpecimens.all(),
            RightStagedoorSpecimens.all())
        .flatMap(List::stream)
        .toList();
  }

  static List<Specimen> wrong() {
    return all().stream().filter(Specimen::isWrong).toList();
  }

  static List<Specimen> right() {
    return all().stream().filter(specimen -> !specimen.isWrong()).toList();
  }

  boolean isWrong() {
    return expected != Verdict.ONCE;
  }

  /** Whether it stands for a technique as Stagedoor has it built in. */
  boolean isBuiltIn() {
    return !isWrong() && kind.equals(RightStagedoorSpecimens.KIND);
  }

  @Override
  public String toString() {
    return kind + ": " + name;
  }
}
