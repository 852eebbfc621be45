package org.legio.runtime.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * The runtime knows the ports and nothing else of Legio. Only what writes its entries knows a
 * library: the one for class files.
 */
class DependenciesTest {

  @Test
  void onlyThePortsAreKnown() {
    classes()
        .that()
        .doNotBelongToAnyOf(EntryWriter.class, Entry.class, BindingLinker.class)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.jspecify..", "org.legio.ulfm.ports", "org.legio.runtime.engine..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.legio.runtime.engine"));
  }
}
