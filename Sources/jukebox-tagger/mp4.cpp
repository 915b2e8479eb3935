#include "mp4.h"

#include <algorithm>

#include <mp4tag.h>

namespace {

constexpr size_t most_atoms = 100000;
constexpr size_t padding_bytes = 1024;
constexpr uint64_t text_type = 1, utf16_type = 2, number_type = 21;

Bytes atom(const Bytes &name, const Bytes &content) { return big_bytes(8 + content.size(), 4) + name + content; }
Bytes data(uint64_t type, const Bytes &content) { return atom("data", big_bytes(type, 4) + Bytes(4, '\0') + content); }

bool is_pair(const Bytes &name) { return name == "trkn" || name == "disk"; }
bool is_flag(const Bytes &name) { return name == "cpil" || name == "pgap" || name == "pcst" || name == "hdvd" || name == "shwm"; }
bool is_number(const Bytes &name) { return name == "tmpo" || name == "\251mvi" || name == "\251mvc"; }

// TagLib's key of an item.
Key key_of(const Bytes &name) {
  if (name == "gnre") return "GENRE";
  if (name == "desc") return "DESCRIPTION";
  if (name == "covr") return "";
  TagLib::MP4::Tag tag;
  TagLib::String string(name, name.compare(0, 4, "----") ? TagLib::String::Latin1 : TagLib::String::UTF8);
  tag.setItem(string, is_pair(name) ? TagLib::MP4::Item(1, 1) : is_flag(name) ? TagLib::MP4::Item(true)
                      : is_number(name) ? TagLib::MP4::Item(1) : TagLib::MP4::Item(TagLib::StringList("1")));
  for (const auto &[key, values] : tag.properties()) return canonical(to_text(key));
  size_t colon = name.compare(0, 5, "----:") ? Bytes::npos : name.find(':', 5);
  return colon == Bytes::npos ? "" : canonical(name.substr(colon + 1));
}

unsigned long to_number(const std::string &text, size_t from, unsigned long most) {
  if (from >= text.size() || text.size() - from > 9 || text.find_first_not_of("0123456789", from) != std::string::npos) return most + 1;
  return strtoul(text.c_str() + from, nullptr, 10);
}

}  // namespace

std::vector<MP4Tag::Atom> MP4Tag::atoms(uint64_t start, uint64_t end) const {
  std::vector<Atom> found;
  while (start < end && end - start >= 8) {
    Bytes head = source.read(start, 8);
    Atom atom{head.substr(4, 4), start, 8, big(head, 0, 4)};
    if (atom.length == 0) atom.length = end - start;
    if (atom.length == 1) {
      atom.head = 16;
      atom.length = end - start < 16 ? 0 : big(source.read(start + 8, 8), 0, 8);
    }
    if (atom.length < atom.head || atom.length > end - start || found.size() == most_atoms) throw Refusal("the size of a box is wrong");
    found.push_back(atom);
    start = atom.end();
  }
  return found;
}

const MP4Tag::Atom *MP4Tag::find(const std::vector<Atom> &atoms, const char *name) const {
  auto found = std::find_if(atoms.begin(), atoms.end(), [&](const Atom &atom) { return atom.name == name; });
  return found == atoms.end() ? nullptr : &*found;
}

// QuickTime has no version in front of it.
uint64_t MP4Tag::content_of_meta(const Atom &meta) const {
  if (meta.length < meta.head + 8) return meta.end();
  return meta.content() + (source.read(meta.content() + 4, 4) == "hdlr" ? 0 : 4);
}

MP4Tag::MP4Tag(const Source &source, uint64_t start, uint64_t end) : source(source), movie{} {
  auto top = atoms(start, end);
  const Atom *found = find(top, "moov");
  if (!found) throw Refusal("it has no moov box");
  movie = *found;
  parents.push_back(movie);
  place = movie.end();
  auto inner = atoms(movie.content(), movie.end());
  found = find(inner, "udta");
  if (!found) return;
  parents.push_back(*found);
  place = found->content();
  // Some programs end it with four zeros.
  uint64_t user_end = found->end();
  if ((found->length - found->head) >= 4 && source.read(user_end - 4, 4) == Bytes(4, '\0')) {
    uint64_t at = found->content();
    while (at + 8 <= user_end - 4 && big(source.read(at, 4), 0, 4) >= 8) at += big(source.read(at, 4), 0, 4);
    if (at == user_end - 4) user_end = at;
  }
  inner = atoms(found->content(), user_end);
  found = find(inner, "meta");
  if (!found) return;
  parents.push_back(*found);
  uint64_t content = content_of_meta(*found);
  place = found->end();
  inner = atoms(content, found->end());
  found = find(inner, "ilst");
  if (!found) return;
  place = found->start;
  room = found->length;
  for (const auto &atom : inner) {
    if (atom.start == place + room && atom.name == "free") room += atom.length;
  }
  for (const auto &part : atoms(found->content(), found->end())) {
    Item item;
    item.name = part.name;
    item.raw = source.rope(part.start, part.length);
    understand(item);
    items.push_back(item);
  }
}

void MP4Tag::understand(Item &item) const {
  if (item.name == "covr") return;
  Bytes bytes = item.raw.bytes(), mean, name;
  Values values;
  bool is_known = true;
  for (size_t at = 8; at + 8 <= bytes.size();) {
    uint64_t size = big(bytes, at, 4);
    if (size < 8 || size > bytes.size() - at) return;
    Bytes part = bytes.substr(at + 4, 4), content = bytes.substr(at + 8, size - 8);
    at += size;
    if (part == "mean" && content.size() >= 4) mean = content.substr(4);
    if (part == "name" && content.size() >= 4) name = content.substr(4);
    if (part != "data" || content.size() < 8) continue;
    uint64_t type = big(content, 1, 3);
    content = content.substr(8);
    if (is_pair(item.name) && content.size() >= 4) {
      uint64_t total = content.size() >= 6 ? big(content, 4, 2) : 0;
      values.push_back(std::to_string(big(content, 2, 2)) + (total ? "/" + std::to_string(total) : ""));
    } else if (type == text_type) {
      values.push_back(to_text(to_string(content)));
    } else if (type == utf16_type) {
      values.push_back(to_text(TagLib::String(to_vector(content), TagLib::String::UTF16BE)));
    } else if ((type == number_type || is_flag(item.name) || is_number(item.name)) && !content.empty() && content.size() <= 8) {
      values.push_back(std::to_string(big(content, 0, content.size())));
    } else if (item.name == "gnre") {
      // Emptied with the other genres.
    } else {
      is_known = false;
    }
  }
  Bytes whole = item.name;
  if (item.name == "----") {
    whole += ":" + mean + ":" + name;
    item.name = whole;
  }
  Key key = is_known ? key_of(whole) : "";
  if (!key.empty()) item.values[key] = values;
}

std::vector<Item> MP4Tag::make(const Key &key, const Values &values, const std::vector<Item> &former) const {
  TagLib::MP4::Tag tag;
  TagLib::PropertyMap wanted;
  wanted.insert(to_string(key), to_list(values));
  tag.setProperties(wanted);
  Bytes name;
  for (const auto &[known, value] : tag.itemMap()) name = known.to8Bit(known.startsWith("----"));
  if (name.empty() && is_pair(key == "TRACKNUMBER" ? "trkn" : key == "DISCNUMBER" ? "disk" : "")) return {};
  if (name.empty()) name = "----:com.apple.iTunes:" + key;
  if (!former.empty() && former[0].name != "gnre" && former[0].name != "desc") name = former[0].name;
  Bytes content;
  if (is_pair(name)) {
    size_t slash = std::min(values[0].find('/'), values[0].size());
    unsigned long number = to_number(values[0].substr(0, slash), 0, 65535);
    unsigned long total = slash == values[0].size() ? 0 : to_number(values[0], slash + 1, 65535);
    if (values.size() != 1 || number > 65535 || total > 65535) return {};
    content = data(0, Bytes(2, '\0') + big_bytes(number, 2) + big_bytes(total, 2) + Bytes(name == "trkn" ? 2 : 0, '\0'));
  } else if (is_flag(name) || is_number(name)) {
    unsigned long most = is_flag(name) ? 1 : 65535, number = to_number(values[0], 0, most);
    if (values.size() != 1 || number > most) return {};
    content = data(number_type, big_bytes(number, is_flag(name) ? 1 : 2));
  } else {
    if (name.compare(0, 5, "----:") == 0) {
      size_t colon = name.find(':', 5);
      if (colon == Bytes::npos) return {};
      content = atom("mean", Bytes(4, '\0') + name.substr(5, colon - 5)) + atom("name", Bytes(4, '\0') + name.substr(colon + 1));
    }
    for (const auto &value : values) content += data(text_type, value);
  }
  Item item;
  item.raw = Rope(atom(name.substr(0, 4), content));
  item.name = name.substr(0, 4);
  understand(item);
  return {item};
}

void MP4Tag::add_changes(std::vector<Change> &changes) const {
  Rope list, rope;
  for (const auto &item : items) list.add(item.raw);
  uint64_t bytes = 8 + list.size();
  rope.add(big_bytes(bytes, 4) + "ilst");
  rope.add(list);
  uint64_t padding = bytes == room ? 0 : bytes + 8 <= room ? room - bytes : padding_bytes;
  if (padding) rope.add(atom("free", Bytes(padding - 8, '\0')));
  if (parents.size() < 3) {
    Rope meta, inner;
    inner.add(Bytes(4, '\0') + atom("hdlr", Bytes(8, '\0') + "mdirappl" + Bytes(9, '\0')));
    inner.add(rope);
    meta.add(big_bytes(8 + inner.size(), 4) + "meta");
    meta.add(inner);
    rope = meta;
  }
  if (parents.size() < 2) {
    Rope user;
    user.add(big_bytes(8 + rope.size(), 4) + "udta");
    user.add(rope);
    rope = user;
  }
  int64_t shift = static_cast<int64_t>(rope.size()) - static_cast<int64_t>(room);
  changes.push_back({place, room, rope});
  if (!shift) return;
  for (const auto &parent : parents) {
    Bytes head = source.read(parent.start, 4);
    uint64_t length = parent.length + static_cast<uint64_t>(shift);
    // 0: up to the end of the file.
    if (big(head, 0, 4) == 0) continue;
    if (parent.head == 8 && length > 0xffffffff) throw Refusal("its tags would be too long");
    changes.push_back({parent.head == 8 ? parent.start : parent.start + 8, parent.head == 8 ? 4u : 8u,
                       Rope(big_bytes(length, parent.head == 8 ? 4 : 8))});
  }
  add_offsets(changes, shift);
}

// The places of samples are counted from the beginning of the file.
void MP4Tag::add_offsets(std::vector<Change> &changes, int64_t shift) const {
  for (const auto &track : atoms(movie.content(), movie.end())) {
    if (track.name != "trak") continue;
    std::vector<Atom> level{track};
    for (const char *name : {"mdia", "minf", "stbl"}) {
      std::vector<Atom> next;
      for (const auto &atom : level) {
        for (const auto &inner : atoms(atom.content(), atom.end())) {
          if (inner.name == name) next.push_back(inner);
        }
      }
      level = next;
    }
    for (const auto &table : level) {
      for (const auto &list : atoms(table.content(), table.end())) {
        size_t width = list.name == "stco" ? 4 : list.name == "co64" ? 8 : 0;
        if (!width) continue;
        Bytes bytes = source.read(list.content(), list.length - list.head);
        bool is_changed = false;
        for (size_t at = 8; at + width <= bytes.size(); at += width) {
          uint64_t offset = big(bytes, at, width);
          if (offset < place + room) continue;
          offset += static_cast<uint64_t>(shift);
          if (width == 4 && offset > 0xffffffff) throw Refusal("its sound would lie beyond 4 GiB");
          bytes.replace(at, width, big_bytes(offset, width));
          is_changed = true;
        }
        if (is_changed) changes.push_back({list.content(), bytes.size(), Rope(bytes)});
      }
    }
  }
}
