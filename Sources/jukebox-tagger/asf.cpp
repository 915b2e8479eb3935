#include "asf.h"

#include <algorithm>

#include <asftag.h>

namespace {

constexpr size_t id_bytes = 16, head_bytes = 24, header_head = 30, extension_head = 46;
constexpr size_t most_objects = 10000, most_attributes = 10000;
// Limit of a value in bytes: its length is stored in two bytes.
constexpr size_t most_short_value = 65535;
constexpr uint64_t text_type = 0, data_type = 1, flag_type = 2, word_type = 5;

// GUIDs as files have them.
const Bytes header_id("\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c", id_bytes);
const Bytes extension_id("\xb5\x03\xbf\x5f\x2e\xa9\xcf\x11\x8e\xe3\x00\xc0\x0c\x20\x53\x65", id_bytes);
const Bytes properties_id("\xa1\xdc\xab\x8c\x47\xa9\xcf\x11\x8e\xe4\x00\xc0\x0c\x20\x53\x65", id_bytes);
const Bytes part_ids[] = {
    Bytes("\x33\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c", id_bytes),
    Bytes("\x40\xa4\xd0\xd2\x07\xe3\xd2\x11\x97\xf0\x00\xa0\xc9\x5e\xa8\x50", id_bytes),
    Bytes("\xea\xcb\xf8\xc5\xaf\x5b\x77\x48\x84\x67\xaa\x8c\x44\xfa\x4c\xca", id_bytes),
    Bytes("\x94\x1c\x23\x44\x98\x94\xd1\x49\xa1\x41\x1d\x13\x4e\x45\x70\x54", id_bytes),
};
// The texts of the content description, in their order.
const char *const content_names[] = {"Title", "Author", "Copyright", "Description", "Rating"};

std::string text_of(const Bytes &bytes) {
  size_t end = 0;
  while (end + 1 < bytes.size() && (bytes[end] || bytes[end + 1])) end += 2;
  return to_text(TagLib::String(to_vector(bytes.substr(0, end)), TagLib::String::UTF16LE));
}

Bytes utf16(const std::string &text) { return to_bytes(to_string(text).data(TagLib::String::UTF16LE)) + Bytes(2, '\0'); }

// TagLib's key of an attribute; programs write some of the content description's names among the others.
Key key_of(const std::string &name) {
  Key key = upper(name);
  if (key == "AUTHOR") return "ARTIST";
  if (key == "DESCRIPTION") return "COMMENT";
  if (key == "WM/PICTURE") return "";
  TagLib::ASF::Tag tag;
  tag.setAttribute(to_string(name), TagLib::ASF::Attribute(TagLib::String("1")));
  for (const auto &[known, values] : tag.properties()) {
    if (!values.isEmpty()) return canonical(to_text(known));
  }
  return canonical(key);
}

std::string name_of(const Key &key) {
  TagLib::ASF::Tag tag;
  TagLib::PropertyMap wanted;
  wanted.insert(to_string(key), TagLib::String("1"));
  tag.setProperties(wanted);
  for (const auto &[name, attributes] : tag.attributeListMap()) return to_text(name);
  return key;
}

}  // namespace

std::vector<ASFTag::Object> ASFTag::read_objects(uint64_t at, uint64_t end) const {
  std::vector<Object> found;
  while (at < end) {
    if (end - at < head_bytes || found.size() == most_objects) throw Refusal("its header is damaged");
    Bytes head = source.read(at, head_bytes);
    Object object{head.substr(0, id_bytes), at, little(head, id_bytes, 8)};
    if (object.length < head_bytes || object.length > end - at) throw Refusal("its header is damaged");
    found.push_back(object);
    at += object.length;
  }
  return found;
}

ASFTag::ASFTag(const Source &source, uint64_t start, uint64_t end) : source(source), start(start) {
  Bytes head = source.read(start, header_head);
  header_bytes = little(head, id_bytes, 8);
  count = little(head, head_bytes, 4);
  if (head.compare(0, id_bytes, header_id) || header_bytes < header_head || header_bytes > end - start) {
    throw Refusal("its header is damaged");
  }
  auto look = [&](const Object &object) {
    for (int part = 0; part < parts; part++) {
      if (object.id != part_ids[part]) continue;
      if (objects[part].length) throw Refusal("it has several descriptions of one kind");
      objects[part] = object;
    }
    if (object.id == properties_id) properties = object;
  };
  for (const auto &object : read_objects(start + header_head, start + header_bytes)) {
    look(object);
    if (object.id != extension_id || extension.length || object.length < extension_head) continue;
    extension = object;
    for (const auto &inner : read_objects(object.start + extension_head, object.start + object.length)) look(inner);
  }
  if (objects[content].length) read_content(objects[content]);
  for (Part part : {extended, metadata, library}) {
    if (objects[part].length) read_attributes(objects[part], part);
  }
}

void ASFTag::read_content(const Object &object) {
  Rope rope = source.rope(object.start, object.length);
  Bytes bytes = rope.bytes();
  size_t at = head_bytes + 10;
  for (size_t index = 0; index < 5; index++) {
    size_t size = little(bytes, head_bytes + 2 * index, 2);
    Item item;
    item.name = content_names[index];
    item.part = content;
    item.raw = rope.slice(at, size);
    at += size;
    std::string text = text_of(item.raw.bytes());
    Key key = key_of(item.name);
    if (!text.empty()) item.values[key].push_back(text);
    if (size) items.push_back(item);
  }
}

void ASFTag::read_attributes(const Object &object, Part part) {
  Rope rope = source.rope(object.start, object.length);
  Bytes bytes = rope.bytes();
  uint64_t count = little(bytes, head_bytes, 2);
  size_t at = head_bytes + 2;
  for (uint64_t index = 0; index < count && index < most_attributes; index++) {
    size_t name_at, name_bytes, type, size, value_at;
    if (part == extended) {
      name_bytes = little(bytes, at, 2);
      name_at = at + 2;
      type = little(bytes, name_at + name_bytes, 2);
      size = little(bytes, name_at + name_bytes + 2, 2);
      value_at = name_at + name_bytes + 4;
    } else {
      name_bytes = little(bytes, at + 4, 2);
      type = little(bytes, at + 6, 2);
      size = little(bytes, at + 8, 4);
      name_at = at + 12;
      value_at = name_at + name_bytes;
    }
    Item item;
    item.part = part;
    item.raw = rope.slice(at, value_at + size - at);
    item.name = text_of(bytes.substr(name_at, name_bytes));
    Key key = type == data_type ? "" : key_of(item.name);
    if (!key.empty()) {
      Bytes value = bytes.substr(value_at, size);
      Values &values = item.values[key];
      if (type == text_type) values.push_back(text_of(value));
      if (type >= flag_type && type <= word_type && size <= 8) values.push_back(std::to_string(little(value, 0, size)));
    }
    items.push_back(item);
    at = value_at + size;
  }
  if (at != bytes.size()) throw Refusal("its descriptions are damaged");
}

std::vector<Item> ASFTag::make(const Key &key, const Values &values, const std::vector<Item> &) const {
  std::vector<Item> made;
  int place = key == "TITLE" ? 0 : key == "ARTIST" ? 1 : key == "COPYRIGHT" ? 2 : key == "COMMENT" ? 3 : -1;
  std::string name = place < 0 ? name_of(key) : content_names[place];
  for (const auto &value : values) {
    Bytes text = utf16(value), title = utf16(name);
    Item item;
    item.name = name;
    item.values[key].push_back(value);
    if (text.size() > most_short_value) return {};
    if (place >= 0 && made.empty()) {
      item.part = content;
      item.raw = Rope(text);
    } else {
      item.part = extended;
      item.raw = Rope(little_bytes(title.size(), 2) + title + little_bytes(text_type, 2) + little_bytes(text.size(), 2) + text);
    }
    made.push_back(item);
  }
  return made;
}

Rope ASFTag::render(Part part) const {
  Rope body, rope;
  if (part == content) {
    Bytes sizes;
    for (const char *name : content_names) {
      size_t size = 0;
      for (const auto &item : items) {
        if (item.part != content || item.name != name) continue;
        size = item.raw.size();
        body.add(item.raw);
      }
      sizes += little_bytes(size, 2);
    }
    if (!objects[part].length && !body.size()) return rope;
    rope.add(part_ids[part] + little_bytes(head_bytes + sizes.size() + body.size(), 8) + sizes);
  } else {
    size_t count = 0;
    for (const auto &item : items) {
      if (item.part != part) continue;
      count++;
      body.add(item.raw);
    }
    if (!objects[part].length && !count) return rope;
    if (count > 65535) throw Refusal("it has too many attributes");
    rope.add(part_ids[part] + little_bytes(head_bytes + 2 + body.size(), 8) + little_bytes(count, 2));
  }
  rope.add(body);
  return rope;
}

void ASFTag::add_changes(std::vector<Change> &changes) const {
  int64_t growth = 0, inner_growth = 0;
  uint64_t added = 0;
  Rope appended;
  for (int index = 0; index < parts; index++) {
    Part part = static_cast<Part>(index);
    const Object &object = objects[part];
    Rope rope = render(part);
    int64_t more = static_cast<int64_t>(rope.size()) - static_cast<int64_t>(object.length);
    growth += more;
    if (!object.length) {
      // New objects are only those of the first two parts, which are in the header itself.
      if (rope.size()) added++;
      appended.add(rope);
      continue;
    }
    bool is_inner = extension.length && object.start > extension.start && object.start < extension.start + extension.length;
    if (is_inner) inner_growth += more;
    changes.push_back({object.start, object.length, rope});
  }
  if (appended.size()) changes.push_back({start + header_bytes, 0, appended});
  uint64_t now = header_bytes + static_cast<uint64_t>(growth);
  changes.push_back({start + id_bytes, 12, Rope(little_bytes(now, 8) + little_bytes(count + added, 4))});
  if (inner_growth) {
    uint64_t length = extension.length + static_cast<uint64_t>(inner_growth);
    changes.push_back({extension.start + id_bytes, 8, Rope(little_bytes(length, 8))});
    changes.push_back({extension.start + extension_head - 4, 4, Rope(little_bytes(length - extension_head, 4))});
  }
  if (properties.length >= head_bytes + id_bytes + 8) {
    uint64_t bytes = little(source.read(properties.start + head_bytes + id_bytes, 8), 0, 8);
    changes.push_back({properties.start + head_bytes + id_bytes, 8, Rope(little_bytes(bytes + static_cast<uint64_t>(growth), 8))});
  }
}
