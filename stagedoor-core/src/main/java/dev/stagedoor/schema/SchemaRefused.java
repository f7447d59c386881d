package dev.stagedoor.schema;

/** The database does not fit this code: one line that says why and names the mend. */
@SuppressWarnings("serial")
public class SchemaRefused extends IllegalStateException {
  public SchemaRefused(String message) {
    super(message);
  }
}
