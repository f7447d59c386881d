package dev.stagedoor.boxoffice.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.boxoffice.ticket.S3Server;
import dev.stagedoor.cli.BadUse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no address gets one line that names it and the mend. */
class AddressesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "s3:",
        "s3://",
        "s3://A",
        "s3://tickets/../x",
        "http://127.0.0.1:9000/tickets",
        "file:///tmp",
        "a\0b"
      })
  void aBadStoreIsOneLine(String store) {
    assertThatThrownBy(() -> Addresses.store(store))
        .isInstanceOf(BadUse.class)
        .hasMessageContaining("--store")
        .hasMessageContaining("give")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aPlaceInS3IsAStore() throws Exception {
    try (S3Server server = new S3Server()) {
      server.bucket("tickets");

      assertThat(Addresses.store("s3://tickets/2027/")).hasToString("tickets in s3://tickets/2027");
    }
  }

  @Test
  void aPlaceInS3ThatCannotBeUsedIsOneLineWithWhatToSet() throws Exception {
    try (S3Server server = new S3Server()) {
      assertThatThrownBy(() -> Addresses.store("s3://no-such-bucket"))
          .isInstanceOf(BadUse.class)
          .hasMessageStartingWith("--store s3://no-such-bucket: no store can be kept there (")
          .hasMessageContaining("make the bucket, and set AWS_REGION or AWS_ENDPOINT_URL_S3");
      server.goAway();
      assertThatThrownBy(() -> Addresses.store("s3://tickets"))
          .isInstanceOf(BadUse.class)
          .hasMessageStartingWith("--store s3://tickets: no store can be kept there (");
    }
  }

  @Test
  void aFileIsNoDirectory() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertThatThrownBy(() -> Addresses.store(file.toString()))
        .isInstanceOf(BadUse.class)
        .hasMessageContaining("give a directory that can be written");
  }
}
