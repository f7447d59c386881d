package dev.stagedoor.boxoffice.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.SampleOrders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailTest {
  @Test
  void bringsTheTicketsToTheBuyer() {
    Order order = SampleOrders.named("山田 太郎");

    Mail mail = Mail.withTickets(order, new byte[] {1, 2});

    assertThat(mail.toName()).isEqualTo("山田 太郎");
    assertThat(mail.toEmail()).isEqualTo("buyer@example.org");
    assertThat(mail.subject()).isEqualTo("Your tickets for Gala of the flying oxen");
    assertThat(mail.text()).startsWith("Hello 山田 太郎,\n\nhere are your tickets");
    assertThat(mail.reference()).isEqualTo(order.publicId().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Gala\r\nBcc: x@evil.test", "A\n.\nMAIL FROM:<y>", "", " ", "x\u0000", "x\u2028y"})
  void C87_nothingThatCouldSplitAHeaderBecomesOne(String text) {
    assertThatThrownBy(() -> Mail.withTickets(SampleOrders.named(text), new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name");
  }

  @Test
  void aPercentSignInANameIsAPercentSign() {
    assertThat(Mail.withTickets(SampleOrders.named("100 %n %s"), new byte[0]).text())
        .startsWith("Hello 100 %n %s,");
  }
}
