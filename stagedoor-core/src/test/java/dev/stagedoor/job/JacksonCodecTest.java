package dev.stagedoor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JacksonCodecTest {
  private final PayloadCodec codec = JacksonCodec.STANDARD;

  record Order(
      long id,
      String buyer,
      Instant at,
      Duration hold,
      List<Integer> seats,
      Optional<String> note) {}

  record Buyer(String name) {}

  record Older(long id) {}

  @Test
  void whatWasWrittenIsRead() {
    Order order =
        new Order(
            4471,
            "José \"Łukasz\" \\u0000 山田 A😀",
            Instant.parse("2026-11-29T10:15:30.123456Z"),
            Duration.ofMillis(1500),
            List.of(1, 2),
            Optional.empty());
    assertThat(codec.decode(codec.encode(order), Order.class)).isEqualTo(order);
    assertThat(codec.decode(codec.encode(NoPayload.VALUE), NoPayload.class))
        .isEqualTo(NoPayload.VALUE);
  }

  @Test
  void timesAreIso8601() {
    assertThat(codec.encode(Instant.ofEpochSecond(0))).isEqualTo("\"1970-01-01T00:00:00Z\"");
    assertThat(codec.encode(Duration.ofSeconds(90))).isEqualTo("\"PT1M30S\"");
  }

  @Test
  void C69_integersOf64BitsStayExact() {
    for (long id : new long[] {9007199254740993L, 3889108265204450030L, Long.MIN_VALUE}) {
      assertThat(codec.decode(codec.encode(new Older(id)), Older.class).id()).isEqualTo(id);
      assertThat(codec.decode(codec.encode(new Older(id)), Map.class)).containsValue(id);
    }
  }

  @Test
  void C70_unknownFieldsAreIgnoredAndMissingOnesAreEmpty() {
    assertThat(codec.decode("{\"id\":7,\"colour\":\"red\"}", Older.class)).isEqualTo(new Older(7));
    Order order = codec.decode("{\"id\":7}", Order.class);
    assertThat(order.id()).isEqualTo(7);
    assertThat(order.buyer()).isNull();
    assertThat(order.seats()).isNull();
    assertThat(order.note()).isEmpty();
    assertThatThrownBy(() -> codec.decode("{\"id\":null}", Older.class))
        .isInstanceOf(PayloadUnreadable.class)
        .hasMessage("the payload cannot be read as Older, at id");
  }

  @Test
  void C75_aNulIsRefusedAndItsWrittenFormIsNot() {
    assertThatThrownBy(() -> codec.encode(new Buyer("Eva\0")))
        .isInstanceOf(PayloadRefused.class)
        .hasMessageContaining("holds a NUL character");
    assertThat(codec.encode(new Buyer("\\u0000"))).contains("\\\\u0000");
  }

  @Test
  void unreadableTextNamesThePlaceAndNotTheValue() {
    for (String text : new String[] {"", "null", "{", "{\"id\":\"secret\"}", "[]"}) {
      assertThatThrownBy(() -> codec.decode(text, Older.class))
          .isInstanceOf(PayloadUnreadable.class)
          .hasMessageContaining("Older")
          .message()
          .doesNotContain("secret");
    }
  }

  @Test
  void aValueThatJsonCannotHoldIsRefused() {
    Map<String, Object> self = new LinkedHashMap<>();
    self.put("self", self);
    assertThatThrownBy(() -> codec.encode(self)).isInstanceOf(PayloadRefused.class);
  }

  @Test
  void mapsAreWrittenInTheOrderOfTheirKeys() {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("b", 2);
    map.put("a", 1);
    assertThat(codec.encode(map)).isEqualTo("{\"a\":1,\"b\":2}");
  }
}
