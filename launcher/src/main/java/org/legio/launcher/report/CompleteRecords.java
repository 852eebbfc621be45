package org.legio.launcher.report;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.SerializedName;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Refuses objects that lack a component of the record they are read as, which Gson would make 0,
 * and says which component is not the number or truth value that it should be. What is {@link
 * Unwrapped} in a record is not in an object of its own.
 */
final class CompleteRecords implements TypeAdapterFactory {

  @Override
  public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    if (!type.getRawType().isRecord()) {
      return null;
    }
    RecordComponent[] components = type.getRawType().getRecordComponents();
    TypeAdapter<JsonElement> elements = gson.getAdapter(JsonElement.class);
    TypeAdapter<T> records = gson.getDelegateAdapter(this, type);
    return new TypeAdapter<>() {
      @Override
      public T read(JsonReader in) throws IOException {
        JsonElement element = elements.read(in);
        if (!element.isJsonObject()) {
          throw new JsonParseException("not an object of JSON but " + element);
        }
        JsonObject object = element.getAsJsonObject();
        JsonObject wrapped = object.deepCopy();
        requireComponents(object, components);
        for (RecordComponent component : components) {
          if (isUnwrapped(component)) {
            wrapped.add(component.getName(), object);
          }
        }
        return records.fromJsonTree(wrapped);
      }

      @Override
      public void write(JsonWriter out, T value) throws IOException {
        JsonObject wrapped = records.toJsonTree(value).getAsJsonObject();
        JsonObject object = new JsonObject();
        for (RecordComponent component : components) {
          String name = name(component);
          if (isUnwrapped(component)) {
            wrapped.getAsJsonObject(name).asMap().forEach(object::add);
          } else {
            object.add(name, wrapped.get(name));
          }
        }
        elements.write(out, object);
      }
    };
  }

  private static boolean isUnwrapped(RecordComponent component) {
    return component.isAnnotationPresent(Unwrapped.class);
  }

  private static void requireComponents(JsonObject object, RecordComponent[] components) {
    for (RecordComponent component : components) {
      if (isUnwrapped(component)) {
        requireComponents(object, component.getType().getRecordComponents());
      } else {
        requireComponent(object, component);
      }
    }
  }

  private static void requireComponent(JsonObject object, RecordComponent component) {
    String name = name(component);
    JsonElement value = object.get(name);
    if (value == null) {
      throw new JsonParseException("there is no \"" + name + "\" among " + object.keySet());
    }
    Class<?> type = component.getType();
    if (type.isPrimitive() && !isOf(type, value)) {
      String wanted = type == boolean.class ? "true or false" : "a number";
      String found = value.isJsonPrimitive() ? value.getAsString() : value.toString();
      throw new JsonParseException("\"" + name + "\" is not " + wanted + " but " + found);
    }
  }

  private static boolean isOf(Class<?> type, JsonElement value) {
    return value instanceof JsonPrimitive primitive
        && (type == boolean.class ? primitive.isBoolean() : primitive.isNumber());
  }

  private static String name(RecordComponent component) {
    SerializedName other = component.getAccessor().getAnnotation(SerializedName.class);
    return other == null ? component.getName() : other.value();
  }
}
