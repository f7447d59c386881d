package dev.stagedoor.testkit;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Keeps one {@link TestStagedoor} for each test class, its nested ones included. Uses only what
 * JUnit 5.10 and 6 both have: no {@code computeIfAbsent} of a store, no closeable values in it.
 */
final class StagedoorExtension
    implements ParameterResolver, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(StagedoorExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestStagedoor.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    try {
      return stagedoor(context);
    } catch (SQLException e) {
      throw new ParameterResolutionException("no TestStagedoor: " + e.getMessage(), e);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) throws SQLException {
    stagedoor(context).begin(annotation(context).audit());
  }

  @Override
  public void afterEach(ExtensionContext context) throws SQLException {
    stagedoor(context).end(context.getExecutionException().isEmpty());
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    if (context == outermost(context)) {
      TestStagedoor stagedoor =
          context.getStore(NAMESPACE).remove(TestStagedoor.class, TestStagedoor.class);
      if (stagedoor != null) {
        stagedoor.close();
      }
    }
  }

  private static TestStagedoor stagedoor(ExtensionContext context) throws SQLException {
    ExtensionContext owner = outermost(context);
    TestStagedoor known = owner.getStore(NAMESPACE).get(TestStagedoor.class, TestStagedoor.class);
    if (known != null) {
      return known;
    }
    TestStagedoor made = make(owner.getRequiredTestClass());
    owner.getStore(NAMESPACE).put(TestStagedoor.class, made);
    return made;
  }

  /** The context of the outermost class that bears the annotation. */
  private static ExtensionContext outermost(ExtensionContext context) {
    ExtensionContext found = null;
    ExtensionContext each = context;
    while (each != null) {
      boolean bears =
          each.getTestMethod().isEmpty()
              && each.getTestClass()
                  .map(type -> type.isAnnotationPresent(StagedoorTest.class))
                  .orElse(false);
      found = bears ? each : found;
      each = each.getParent().orElse(null);
    }
    return Objects.requireNonNull(found, "the extension comes with @StagedoorTest");
  }

  /** The innermost. */
  private static StagedoorTest annotation(ExtensionContext context) {
    ExtensionContext each = context;
    while (true) {
      StagedoorTest found = each.getRequiredTestClass().getAnnotation(StagedoorTest.class);
      if (found != null) {
        return found;
      }
      each = each.getParent().orElseThrow();
    }
  }

  private static TestStagedoor make(Class<?> type) throws SQLException {
    List<Method> methods =
        AnnotationSupport.findAnnotatedMethods(
            type, TestDatabase.class, HierarchyTraversalMode.TOP_DOWN);
    if (methods.isEmpty()) {
      return TestStagedoor.embedded();
    }
    Method method = methods.get(0);
    if (methods.size() > 1
        || !Modifier.isStatic(method.getModifiers())
        || method.getParameterCount() > 0
        || !DataSource.class.isAssignableFrom(method.getReturnType())) {
      throw new ExtensionConfigurationException(
          "@TestDatabase on "
              + methods
              + ": put it on one static method without parameters that returns a DataSource");
    }
    Object given = ReflectionSupport.invokeMethod(method, null);
    if (given == null) {
      throw new ExtensionConfigurationException(
          "@TestDatabase method " + method + " returned null: return a DataSource");
    }
    return TestStagedoor.in((DataSource) given);
  }
}
