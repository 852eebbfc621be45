package org.legio.runreport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object of JSON, asked for its members by name. */
final class Json {
  private final Map<?, ?> members;

  private Json(Map<?, ?> members) {
    this.members = members;
  }

  /**
   * Reads one object.
   *
   * @throws IOException if the text is not one
   */
  static Json read(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      if (value(parser) instanceof Map<?, ?> members) {
        return new Json(members);
      }
      throw new IOException("not an object of JSON but " + text);
    }
  }

  /** The value that begins at the parser's token. */
  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        members.put(name, value(parser));
      }
      return members;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(parser));
      }
      return elements;
    }
    if (token == null) {
      throw new IOException("the text ends in the middle of a value");
    }
    return token.isNumeric() ? parser.getDoubleValue() : parser.getText();
  }

  String text(String name) throws IOException {
    return member(name).toString();
  }

  double number(String name) throws IOException {
    if (member(name) instanceof Double number) {
      return number;
    }
    throw new IOException("\"" + name + "\" is not a number but " + member(name));
  }

  int integer(String name) throws IOException {
    return (int) number(name);
  }

  /** The elements of an array of objects. */
  List<Json> objects(String name) throws IOException {
    List<Json> objects = new ArrayList<>();
    for (Object element : array(name)) {
      if (!(element instanceof Map<?, ?> members)) {
        throw new IOException("\"" + name + "\" does not hold objects but " + element);
      }
      objects.add(new Json(members));
    }
    return objects;
  }

  /** The elements of an array of integers. */
  List<Integer> integers(String name) throws IOException {
    List<Integer> integers = new ArrayList<>();
    for (Object element : array(name)) {
      if (!(element instanceof Double number)) {
        throw new IOException("\"" + name + "\" does not hold numbers but " + element);
      }
      integers.add(number.intValue());
    }
    return integers;
  }

  /** The members of an object of integers. */
  Map<String, Integer> counts(String name) throws IOException {
    if (!(member(name) instanceof Map<?, ?> counts)) {
      throw new IOException("\"" + name + "\" is not an object but " + member(name));
    }
    Json object = new Json(counts);
    Map<String, Integer> integers = new LinkedHashMap<>();
    for (Object key : counts.keySet()) {
      integers.put(key.toString(), object.integer(key.toString()));
    }
    return integers;
  }

  private List<?> array(String name) throws IOException {
    if (member(name) instanceof List<?> elements) {
      return elements;
    }
    throw new IOException("\"" + name + "\" is not an array but " + member(name));
  }

  private Object member(String name) throws IOException {
    Object value = members.get(name);
    if (value == null) {
      throw new IOException("there is no \"" + name + "\" among " + members.keySet());
    }
    return value;
  }
}
