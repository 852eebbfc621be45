package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineStreamTest {
  private final List<String> lines = new ArrayList<>();
  private final LineStream stream = new LineStream(lines::add);

  private void print(String text) throws IOException {
    stream.write(text.getBytes(Charset.defaultCharset()));
  }

  @Test
  void cutsAtEachKindOfEnd() throws IOException {
    print("one\n\ntwo\rthree\r");
    print("\nfour\n");
    assertThat(lines).containsExactly("one", "", "two", "three", "four");
  }

  @Test
  void joinsPartsAndPassesOnALastLineWithoutAnEnd() throws IOException {
    print("a question");
    print("? yes");
    assertThat(lines).isEmpty();
    stream.close();
    stream.close();
    assertThat(lines).containsExactly("a question? yes");
  }

  @Test
  void messagesStandAlone() throws IOException {
    print("begun, ");
    stream.add("legio: a message");
    print("done\n");
    assertThat(lines).containsExactly("legio: a message", "begun, done");
  }
}
