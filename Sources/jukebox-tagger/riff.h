// The tags in chunks of WAVE and AIFF: ID3v2 and LIST INFO (RIFF 1991, EA IFF 85).
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
  Chunk id3v2_place{}, info_place{};
  Bytes id3v2_name = "id3 ";

  Bytes number(uint64_t value) const { return is_big ? big_bytes(value, 4) : little_bytes(value, 4); }
};
