// A tag as items of bytes: those that are not asked for keep theirs.
#pragma once
#include <map>
#include <string>
#include <vector>

#include <tpropertymap.h>

#include "bytes.h"

// TagLib's name of a tag, in capital letters, and its values in UTF-8.
using Key = std::string;
using Values = std::vector<std::string>;
using Wanted = std::vector<std::pair<Key, Values>>;

// The one name of a key that programs write in several ways.
Key canonical(const std::string &key);
std::string upper(std::string text);
std::string to_text(const TagLib::String &string);
TagLib::String to_string(const std::string &text);
TagLib::StringList to_list(const Values &values);
TagLib::ByteVector to_vector(const Bytes &bytes);
Bytes to_bytes(const TagLib::ByteVector &vector);

// The total in values such as 3/12, with its slash; empty for none and for keys that have none.
std::string total_of(const Key &key, const Values &values);

// A frame, item, atom, attribute or comment.
struct Item {
  // For people: `RVA2`.
  std::string name;
  // As in the file, with its head.
  Rope raw;
  // Values by key; empty if unknown.
  std::map<Key, Values> values;
  // The part of the tag that it is in.
  int part = 0;
};

// An item's name, place and bytes.
struct Digest {
  std::string name;
  int part;
  size_t size;
  uint64_t sum;

  bool operator==(const Digest &other) const { return name == other.name && part == other.part && size == other.size && sum == other.sum; }
};

class Tag {
 public:
  virtual ~Tag() = default;

  // For people: `ID3v2`.
  virtual std::string kind() const = 0;
  // Whether it can store any key. Others get what they can store.
  virtual bool holds_all() const { return true; }
  // Items with these values; none where the tag cannot store them.
  virtual std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const = 0;
  // Adds the changes that replace the tag in its file.
  virtual void add_changes(std::vector<Change> &changes) const = 0;
  // Whether values that were read are those that were written.
  virtual bool fits(const Key &, const Values &written, const Values &read) const { return written == read; }

  Values values(const Key &key) const;
  bool has(const Key &key) const;
  // Replaces the items of a key. A number without a total keeps the one that the tag has, else that of another tag of the file: 4 in
  // place of 3/12 is 4/12. Throws Refusal.
  void change(const Key &key, const Values &values, const std::string &file_total);
  // Digests of the items other than the wanted ones.
  std::vector<Digest> digests(const Wanted &wanted) const;
  // Throws Refusal where this tag, as it was read again, has not what `edited` was to have, or lacks one of the items of before.
  void require_same(const std::vector<Digest> &before, const Tag &edited, const Wanted &wanted) const;
  // Adds what another tag says, to a new one.
  void copy(const Tag &other);

  std::vector<Item> items;
  // Whether the file had none.
  bool is_new = false;

 private:
  // The values that were written, by key.
  std::map<Key, Values> written;

  bool is_about(const Item &item, const Key &key, bool is_removed = false) const;
};
