// The tags in chunks of WAVE and AIFF: ID3v2, LIST INFO and AIFF's texts (RIFF 1991, EA IFF 85, AIFF 1.3).
#pragma once
#include <memory>

#include "id3v2.h"

class InfoTag : public Tag {
 public:
  InfoTag(const Source &source, uint64_t start, uint64_t length);

  std::string kind() const override { return "LIST INFO"; }
  bool holds_all() const override { return false; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  void add_changes(std::vector<Change> &) const override {}
  Rope render() const;
};

// NAME, AUTH, (c) and ANNO of AIFF, each a chunk.
class AIFFTexts : public Tag {
 public:
  // Whether a chunk is one of them.
  static bool has(const Bytes &name);

  void add(const Source &source, const Bytes &name, uint64_t start, uint64_t length, uint64_t size);

  std::string kind() const override { return "AIFF text"; }
  bool holds_all() const override { return false; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  // All texts are at the place of the first, unless they stay as they are.
  void add_changes(std::vector<Change> &changes) const override;

 private:
  std::vector<Change> places;
};

class RIFFChunks {
 public:
  RIFFChunks(const Source &source, uint64_t start, uint64_t end, bool is_big);

  // ID3v2, made where there is none, and what else there is.
  std::vector<Tag *> tags() const;
  void add_changes(std::vector<Change> &changes) const;

 private:
  struct Chunk {
    uint64_t start, length;
  };
  bool is_big;
  uint64_t start, end, size;
  std::unique_ptr<ID3v2Tag> id3v2;
  std::unique_ptr<InfoTag> info;
  std::unique_ptr<AIFFTexts> texts;
  Chunk id3v2_place{}, info_place{};
  Bytes id3v2_name = "id3 ";

  Bytes number(uint64_t value) const { return is_big ? big_bytes(value, 4) : little_bytes(value, 4); }
};
