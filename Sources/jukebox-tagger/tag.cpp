#include "tag.h"

#include <algorithm>

std::string upper(std::string text) {
  for (char &letter : text) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return text;
}

Key canonical(const std::string &key) {
  static const std::map<Key, Key> names = {
      {"ALBUM ARTIST", "ALBUMARTIST"}, {"ALBUM_ARTIST", "ALBUMARTIST"}, {"YEAR", "DATE"},
      {"TRACK", "TRACKNUMBER"}, {"TRACKNUM", "TRACKNUMBER"}, {"DISC", "DISCNUMBER"}, {"DISKNUMBER", "DISCNUMBER"},
  };
  Key name = upper(key);
  auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

std::string to_text(const TagLib::String &string) {
  std::string bytes = string.to8Bit(true);
  // A NUL ends a value in the answer.
  for (char &byte : bytes) byte = byte ? byte : ' ';
  return bytes;
}

TagLib::String to_string(const std::string &text) { return TagLib::String(text, TagLib::String::UTF8); }

TagLib::StringList to_list(const Values &values) {
  TagLib::StringList list;
  for (const auto &value : values) list.append(to_string(value));
  return list;
}

TagLib::ByteVector to_vector(const Bytes &bytes) {
  return TagLib::ByteVector(bytes.data(), static_cast<unsigned>(bytes.size()));
}

Bytes to_bytes(const TagLib::ByteVector &vector) { return Bytes(vector.data(), vector.size()); }

namespace {

bool is_number(const std::string &text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char digit) { return digit >= '0' && digit <= '9'; });
}

// FNV-1a.
uint64_t sum(const Rope &rope) {
  uint64_t sum = 0xcbf29ce484222325;
  for (const auto &span : rope.spans()) {
    for (unsigned char byte : span.bytes) sum = (sum ^ byte) * 0x100000001b3;
  }
  return sum;
}

}  // namespace

std::string total_of(const Key &key, const Values &values) {
  if (key != "TRACKNUMBER" && key != "DISCNUMBER" && key != "MOVEMENTNUMBER") return "";
  size_t slash = values.size() == 1 ? values[0].find('/') : std::string::npos;
  return slash == std::string::npos || !is_number(values[0].substr(slash + 1)) ? "" : values[0].substr(slash);
}

bool Tag::has(const Key &key) const {
  return std::any_of(items.begin(), items.end(), [&](const Item &item) { return item.values.count(key) > 0; });
}

// Players show a description where there is no comment.
bool Tag::is_about(const Item &item, const Key &key, bool is_removed) const {
  if (item.values.count(key)) return true;
  return key == "COMMENT" && item.values.count("DESCRIPTION") && (is_removed || !has("COMMENT"));
}

Values Tag::values(const Key &key) const {
  Values all;
  for (const auto &item : items) {
    if (!is_about(item, key)) continue;
    for (const auto &[name, values] : item.values) {
      if (name == key || name == "DESCRIPTION") all.insert(all.end(), values.begin(), values.end());
    }
  }
  return all;
}

void Tag::change(const Key &key, const Values &values, const std::string &file_total) {
  Values asked = values;
  if (asked.size() == 1 && is_number(asked[0])) {
    std::string total = total_of(key, this->values(key));
    asked[0] += total.empty() ? file_total : total;
  }
  std::vector<Item> former, rest;
  size_t place = 0;
  bool is_found = false;
  for (auto &item : items) {
    if (!is_about(item, key, values.empty())) {
      rest.push_back(item);
      continue;
    }
    if (item.values.size() > 1) throw Refusal("the tag " + key + " shares " + item.name + " with other tags");
    if (!is_found) place = rest.size();
    is_found = true;
    former.push_back(item);
  }
  if (!is_found) place = rest.size();
  std::vector<Item> made;
  if (!asked.empty()) {
    made = make(key, asked, former);
    if (made.empty() && holds_all()) throw Refusal("its format cannot store the tag " + key + " as it is to be");
  }
  for (const auto &item : made) rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(place++), item);
  items = std::move(rest);
  written[key] = made.empty() ? Values() : asked;
}

void Tag::copy(const Tag &other) {
  for (const auto &item : other.items) {
    for (const auto &[key, values] : item.values) {
      if (!values.empty() && !has(key)) {
        Values all = other.values(key);
        auto made = make(key, all, {});
        items.insert(items.end(), made.begin(), made.end());
      }
    }
  }
}

std::vector<Digest> Tag::digests(const Wanted &wanted) const {
  std::vector<Digest> found;
  for (const auto &item : items) {
    auto is_asked = [&](const auto &pair) { return is_about(item, pair.first, pair.second.empty()); };
    if (std::none_of(wanted.begin(), wanted.end(), is_asked)) found.push_back({item.name, item.part, item.raw.size(), sum(item.raw)});
  }
  return found;
}

void Tag::require_same(const std::vector<Digest> &before, const Tag &edited, const Wanted &wanted) const {
  auto now = digests(wanted);
  for (size_t index = 0; index < std::max(before.size(), now.size()); index++) {
    if (index >= before.size()) throw Refusal("its " + kind() + " tag would gain " + now[index].name);
    if (index >= now.size() || !(now[index] == before[index])) throw Refusal("its " + kind() + " tag would lose " + before[index].name);
  }
  for (const auto &[key, asked] : edited.written) {
    if (!fits(key, asked, values(key))) throw Refusal("its " + kind() + " tag cannot store this value of the tag " + key);
  }
}
