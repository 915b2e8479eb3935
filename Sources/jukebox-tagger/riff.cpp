#include "riff.h"

#include <algorithm>

namespace {

constexpr size_t most_chunks = 10000, most_texts = 1000;

const std::map<std::string, Key> &info_keys() {
  static const std::map<std::string, Key> keys = {
      {"INAM", "TITLE"}, {"IART", "ARTIST"}, {"IPRD", "ALBUM"}, {"ICMT", "COMMENT"}, {"ICRD", "DATE"}, {"IGNR", "GENRE"},
      {"IPRT", "TRACKNUMBER"}, {"ITRK", "TRACKNUMBER"}, {"ICOP", "COPYRIGHT"}, {"IMUS", "COMPOSER"}, {"ILNG", "LANGUAGE"},
  };
  return keys;
}

const std::map<std::string, Key> &text_keys() {
  static const std::map<std::string, Key> keys = {{"NAME", "TITLE"}, {"AUTH", "ARTIST"}, {"(c) ", "COPYRIGHT"}, {"ANNO", "COMMENT"}};
  return keys;
}

constexpr uint64_t most_text_bytes = 1 << 20;

}  // namespace

InfoTag::InfoTag(const Source &source, uint64_t start, uint64_t length) {
  Rope rope = source.rope(start, length);
  Bytes bytes = rope.bytes();
  for (size_t at = 4; at + 8 <= bytes.size();) {
    uint64_t size = little(bytes, at + 4, 4);
    uint64_t whole = std::min<uint64_t>(8 + size + (size & 1), bytes.size() - at);
    if (size > bytes.size() - at - 8 || items.size() == most_texts) throw Refusal("its LIST INFO chunk is damaged");
    Item item;
    item.name = bytes.substr(at, 4);
    item.raw = rope.slice(at, whole);
    if (whole < 8 + size + (size & 1)) item.raw.add(Bytes(1, '\0'));
    auto known = info_keys().find(item.name);
    if (known != info_keys().end()) {
      std::string text = bytes.substr(at + 8, size);
      item.values[known->second].push_back(to_text(to_string(text.substr(0, text.find('\0')))));
    }
    items.push_back(item);
    at += whole;
  }
}

std::vector<Item> InfoTag::make(const Key &key, const Values &values, const std::vector<Item> &former) const {
  Item item;
  for (const auto &[name, known] : info_keys()) {
    if (known == key && item.name.empty()) item.name = former.empty() ? name : former[0].name;
  }
  if (item.name.empty() || values.size() != 1) return {};
  Bytes text = values[0] + '\0';
  item.raw = Rope(item.name + little_bytes(text.size(), 4) + text + Bytes(text.size() & 1, '\0'));
  item.values[key] = values;
  return {item};
}

Rope InfoTag::render() const {
  Rope rope;
  if (items.empty()) return rope;
  rope.add("INFO");
  for (const auto &item : items) rope.add(item.raw);
  return rope;
}

bool AIFFTexts::has(const Bytes &name) { return text_keys().count(name); }

void AIFFTexts::add(const Source &source, const Bytes &name, uint64_t start, uint64_t length, uint64_t size) {
  if (size > most_text_bytes || items.size() == most_texts) throw Refusal("its text chunks are too long");
  Item item;
  item.name = name;
  item.raw = source.rope(start, length);
  std::string text = source.read(start + 8, size);
  item.values[text_keys().at(name)].push_back(to_text(to_string(text.substr(0, text.find('\0')))));
  items.push_back(item);
  places.push_back({start, length, item.raw});
}

std::vector<Item> AIFFTexts::make(const Key &key, const Values &values, const std::vector<Item> &) const {
  Item item;
  for (const auto &[name, known] : text_keys()) {
    if (known == key) item.name = name;
  }
  if (item.name.empty() || values.size() != 1) return {};
  const Bytes &text = values[0];
  item.raw = Rope(item.name + big_bytes(text.size(), 4) + text + Bytes(text.size() & 1, '\0'));
  item.values[key] = values;
  return {item};
}

void AIFFTexts::add_changes(std::vector<Change> &changes) const {
  Rope before, now;
  for (const auto &place : places) before.add(place.rope);
  for (const auto &item : items) {
    now.add(item.raw);
    now.add(Bytes(item.raw.size() & 1, '\0'));
  }
  if (before.bytes() == now.bytes()) return;
  for (const auto &place : places) changes.push_back({place.start, place.length, &place == &places.front() ? now : Rope()});
}

RIFFChunks::RIFFChunks(const Source &source, uint64_t start, uint64_t file_end, bool is_big) : is_big(is_big), start(start) {
  Bytes form = source.read(start, 12);
  auto value = [&](const Bytes &bytes, size_t at) { return is_big ? big(bytes, at, 4) : little(bytes, at, 4); };
  if (form.compare(0, 4, is_big ? "FORM" : "RIFF")) throw Refusal("it is a file of more than 4 GiB");
  size = value(form, 4);
  end = std::min(start + 8 + size, file_end);
  uint64_t at = start + 12;
  for (size_t count = 0; end - at >= 8 && at < end; count++) {
    Bytes head = source.read(at, std::min<uint64_t>(12, end - at));
    uint64_t bytes = value(head, 4);
    if (count == most_chunks || bytes > end - at - 8) throw Refusal("its chunks are damaged");
    uint64_t length = std::min(8 + bytes + (bytes & 1), end - at);
    Bytes name = head.substr(0, 4);
    if (name == "id3 " || name == "ID3 ") {
      if (id3v2) throw Refusal("it has several ID3v2 chunks");
      id3v2 = std::make_unique<ID3v2Tag>(source, at + 8);
      id3v2_place = {at, length};
      id3v2_name = name;
    } else if (name == "LIST" && head.compare(8, 4, "INFO") == 0 && !is_big) {
      if (info) throw Refusal("it has several LIST INFO chunks");
      info = std::make_unique<InfoTag>(source, at + 8, bytes);
      info_place = {at, length};
    } else if (is_big && AIFFTexts::has(name)) {
      if (!texts) texts = std::make_unique<AIFFTexts>();
      texts->add(source, name, at, length, bytes);
    }
    at += length;
  }
  end = at;
  if (!id3v2) {
    id3v2 = std::make_unique<ID3v2Tag>(end);
    id3v2_place = {end, 0};
    if (is_big) id3v2_name = "ID3 ";
    id3v2->is_new = true;
  }
  id3v2->has_padding = false;
}

std::vector<Tag *> RIFFChunks::tags() const {
  std::vector<Tag *> tags{id3v2.get()};
  if (info) tags.push_back(info.get());
  if (texts) tags.push_back(texts.get());
  return tags;
}

void RIFFChunks::add_changes(std::vector<Change> &changes) const {
  int64_t growth = 0;
  auto replace = [&](const Chunk &chunk, const Bytes &name, const Rope &content) {
    Rope rope;
    if (content.size()) {
      // A chunk begins at an even place.
      rope.add(Bytes(chunk.length ? 0 : (chunk.start - start) & 1, '\0') + name + number(content.size()));
      rope.add(content);
      rope.add(Bytes(content.size() & 1, '\0'));
    }
    growth += static_cast<int64_t>(rope.size()) - static_cast<int64_t>(chunk.length);
    changes.push_back({chunk.start, chunk.length, rope});
  };
  if (info) replace(info_place, "LIST", info->render());
  if (texts) {
    std::vector<Change> made;
    texts->add_changes(made);
    for (const auto &change : made) growth += static_cast<int64_t>(change.rope.size()) - static_cast<int64_t>(change.length);
    changes.insert(changes.end(), made.begin(), made.end());
  }
  replace(id3v2_place, id3v2_name, id3v2->render());
  uint64_t now = end - start - 8 + static_cast<uint64_t>(growth);
  if (now > 0xffffffff) throw Refusal("it would be longer than 4 GiB");
  changes.push_back({start + 4, 4, Rope(number(now))});
}
