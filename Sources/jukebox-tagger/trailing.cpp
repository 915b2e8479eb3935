#include "trailing.h"

#include <algorithm>

#include <id3v1genres.h>

namespace {

constexpr uint32_t has_header = 0x80000000, is_header = 0x20000000;
constexpr size_t most_items = 10000;

// The names of APE's items that are not TagLib's.
const std::map<std::string, Key> ape_names = {
    {"TRACK", "TRACKNUMBER"}, {"YEAR", "DATE"}, {"DISC", "DISCNUMBER"}, {"ALBUM ARTIST", "ALBUMARTIST"}, {"MIXARTIST", "REMIXER"},
};
const std::map<Key, std::string> new_ape_names = {
    {"TITLE", "Title"}, {"ARTIST", "Artist"}, {"ALBUM", "Album"}, {"TRACKNUMBER", "Track"}, {"DATE", "Year"}, {"GENRE", "Genre"},
    {"COMMENT", "Comment"}, {"COMPOSER", "Composer"}, {"DISCNUMBER", "Disc"}, {"ALBUMARTIST", "Album Artist"}, {"REMIXER", "MixArtist"},
};

struct Field {
  const char *key;
  size_t at, size;
};
constexpr Field fields[] = {{"TITLE", 3, 30}, {"ARTIST", 33, 30}, {"ALBUM", 63, 30}, {"DATE", 93, 4}, {"COMMENT", 97, 30}};
constexpr size_t comment_bytes = 28, track_at = 125, genre_at = 127;

}  // namespace

// APE.

uint64_t APETag::size_before(const Source &source, uint64_t end) {
  if (end < footer_bytes) return 0;
  Bytes foot = source.read(end - footer_bytes, footer_bytes);
  if (foot.compare(0, 8, "APETAGEX")) return 0;
  uint64_t size = little(foot, 12, 4), flags = little(foot, 20, 4);
  uint64_t total = size + (flags & has_header ? footer_bytes : 0);
  return flags & is_header || size < footer_bytes || total > end ? 0 : total;
}

APETag::APETag(const Source &source, uint64_t end) {
  length = size_before(source, end);
  start = end - length;
  Bytes foot = source.read(end - footer_bytes, footer_bytes);
  version = static_cast<uint32_t>(little(foot, 8, 4));
  flags = static_cast<uint32_t>(little(foot, 20, 4));
  uint64_t body_start = start + (flags & has_header ? footer_bytes : 0), count = little(foot, 16, 4);
  Rope body = source.rope(body_start, end - footer_bytes - body_start);
  Bytes bytes = body.bytes();
  size_t at = 0;
  for (uint64_t index = 0; index < count; index++) {
    if (index == most_items || at + 8 > bytes.size()) throw Refusal("its APE tag is damaged");
    uint64_t size = little(bytes, at, 4);
    size_t key_end = bytes.find('\0', at + 8);
    if (key_end == Bytes::npos || size > bytes.size() - key_end - 1) throw Refusal("its APE tag is damaged");
    Item item;
    item.name = bytes.substr(at + 8, key_end - at - 8);
    item.raw = body.slice(at, key_end + 1 - at + size);
    if ((little(bytes, at + 4, 4) >> 1 & 3) == 0) {
      std::string text = bytes.substr(key_end + 1, size), name = upper(item.name);
      auto known = ape_names.find(name);
      Values &values = item.values[known == ape_names.end() ? canonical(name) : known->second];
      for (size_t from = 0; from <= text.size();) {
        size_t to = std::min(text.find('\0', from), text.size());
        if (to > from) values.push_back(to_text(to_string(text.substr(from, to - from))));
        from = to + 1;
      }
    }
    items.push_back(item);
    at = key_end + 1 + size;
  }
  if (at != bytes.size()) throw Refusal("its APE tag is damaged");
}

std::vector<Item> APETag::make(const Key &key, const Values &values, const std::vector<Item> &former) const {
  Item item;
  auto known = new_ape_names.find(key);
  item.name = !former.empty() ? former[0].name : known != new_ape_names.end() ? known->second : key;
  std::string text;
  for (const auto &value : values) text += (text.empty() ? "" : std::string(1, '\0')) + value;
  item.raw = Rope(little_bytes(text.size(), 4) + Bytes(4, '\0') + item.name + '\0' + text);
  item.values[key] = values;
  return {item};
}

void APETag::add_changes(std::vector<Change> &changes) const {
  Rope rope, body;
  for (const auto &item : items) body.add(item.raw);
  auto end = [&](uint32_t kind) {
    return "APETAGEX" + little_bytes(version, 4) + little_bytes(body.size() + footer_bytes, 4) + little_bytes(items.size(), 4) +
           little_bytes(flags | kind, 4) + Bytes(8, '\0');
  };
  if (!items.empty()) {
    if (flags & has_header) rope.add(end(is_header));
    rope.add(body);
    rope.add(end(0));
  }
  changes.push_back({start, length, rope});
}

// ID3v1.

ID3v1Tag::ID3v1Tag(const Source &source, uint64_t start) : start(start) {
  Rope rope = source.rope(start, size);
  Bytes bytes = rope.bytes();
  has_track = bytes[track_at] == '\0' && bytes[track_at + 1] != '\0';
  auto add = [&](const char *key, size_t at, size_t count, const std::string &text) {
    Item item;
    item.name = key;
    item.raw = rope.slice(at, count);
    Values &values = item.values[key];
    if (!text.empty()) values.push_back(text);
    items.push_back(item);
  };
  for (const Field &field : fields) {
    size_t count = field.size;
    // Its last two bytes may be the number, or nothing.
    if (field.at == 97 && bytes.find_first_not_of('\0', track_at) >= genre_at) count = comment_bytes;
    if (has_track && field.at == 97) count = comment_bytes;
    std::string text = bytes.substr(field.at, count);
    text = text.substr(0, text.find('\0'));
    text.erase(text.find_last_not_of(' ') + 1);
    add(field.key, field.at, count, to_text(TagLib::String(text, TagLib::String::Latin1)));
  }
  if (has_track) add("TRACKNUMBER", track_at, 2, std::to_string(static_cast<unsigned char>(bytes[track_at + 1])));
  add("GENRE", genre_at, 1, to_text(TagLib::ID3v1::genre(static_cast<unsigned char>(bytes[genre_at]))));
}

std::vector<Item> ID3v1Tag::make(const Key &key, const Values &values, const std::vector<Item> &) const {
  Item item;
  item.name = key;
  item.values[key] = values;
  if (key == "GENRE") {
    item.raw = Rope(Bytes(1, static_cast<char>(TagLib::ID3v1::genreIndex(to_string(values[0])))));
    return {item};
  }
  if (key == "TRACKNUMBER") {
    unsigned long number = strtoul(values[0].c_str(), nullptr, 10);
    if (number < 1 || number > 255) return {};
    item.raw = Rope(Bytes(1, '\0') + static_cast<char>(number));
    return {item};
  }
  for (const Field &field : fields) {
    if (key != field.key) continue;
    TagLib::String text = to_string(values[0]);
    if (!text.isLatin1()) return {};
    Bytes bytes = text.to8Bit(false).substr(0, field.size);
    bytes.resize(field.size, '\0');
    item.raw = Rope(bytes);
    return {item};
  }
  return {};
}

void ID3v1Tag::add_changes(std::vector<Change> &changes) const {
  Bytes bytes = "TAG" + Bytes(size - 4, '\0') + '\xff';
  const Item *comment = nullptr, *track = nullptr;
  for (const auto &item : items) {
    if (item.name == "COMMENT") comment = &item;
    if (item.name == "TRACKNUMBER") track = &item;
    if (item.name == "GENRE") bytes.replace(genre_at, 1, item.raw.bytes());
    for (const Field &field : fields) {
      if (item.name == field.key) bytes.replace(field.at, item.raw.size(), item.raw.bytes());
    }
  }
  // A comment that needs all of its bytes leaves no place for a number.
  bool is_long = comment && comment->raw.size() > comment_bytes && comment->raw.spans()[0].offset >= 0;
  if (track && !is_long) bytes.replace(track_at, 2, track->raw.bytes());
  Rope rope;
  rope.add(bytes);
  changes.push_back({start, size, rope});
}

// It has room for the beginning of a text, and for one value.
bool ID3v1Tag::fits(const Key &key, const Values &written, const Values &read) const {
  if (written.empty()) return read.empty();
  if (read.empty() || key == "TRACKNUMBER" || key == "GENRE") return true;
  return written[0].compare(0, read[0].size(), read[0]) == 0;
}
