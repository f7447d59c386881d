package dev.stagedoor.testkit.kill;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a call of a client goes from one process to another: arguments and answer as JSON, by the
 * types that the method declares, an exception as a serialized object.
 */
final class Calls {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private Calls() {}

  /** The method's name and parameter types, to be found by. */
  static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  static Method method(Class<?> client, String signature) {
    Optional<Method> found =
        Arrays.stream(client.getMethods()).filter(m -> signature(m).equals(signature)).findFirst();
    Method method =
        found.orElseThrow(
            () -> new IllegalStateException(client.getName() + " has no method " + signature));
    method.setAccessible(true); // tests keep their clients package-private
    return method;
  }

  static String encode(@Nullable Object[] values) {
    return JSON.writeValueAsString(Arrays.stream(values).map(Calls::encodeOne).toList());
  }

  static String encodeOne(@Nullable Object value) {
    return JSON.writeValueAsString(value);
  }

  static @Nullable Object[] decode(Method method, String json) {
    String[] texts = JSON.readValue(json, String[].class);
    @Nullable Object[] values = new Object[texts.length];
    for (int i = 0; i < texts.length; i++) {
      values[i] = decodeOne(method.getGenericParameterTypes()[i], texts[i]);
    }
    return values;
  }

  static @Nullable Object decodeOne(Type type, String json) {
    return type == void.class ? null : JSON.readValue(json, JSON.constructType(type));
  }

  static String encode(Throwable thrown) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  @SuppressWarnings("BanSerializableRead") // what our own parent has written
  static Throwable thrown(String text) throws IOException, ClassNotFoundException {
    byte[] bytes = Base64.getDecoder().decode(text);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (Throwable) in.readObject();
    }
  }
}
