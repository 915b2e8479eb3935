// Tags at a file's end: APEv1, APEv2 and ID3v1.
#pragma once
#include "tag.h"

class APETag : public Tag {
 public:
  static constexpr uint64_t footer_bytes = 32;

  // A new tag that is to be at `start`.
  explicit APETag(uint64_t start) : start(start) {}
  APETag(const Source &source, uint64_t end);

  // The bytes of a tag that ends at an offset; 0 for none.
  static uint64_t size_before(const Source &source, uint64_t end);

  std::string kind() const override { return "APE"; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  void add_changes(std::vector<Change> &changes) const override;

  uint64_t start, length = 0;

 private:
  uint32_t version = 2000, flags = 0x80000000;
};

class ID3v1Tag : public Tag {
 public:
  static constexpr uint64_t size = 128;

  ID3v1Tag(const Source &source, uint64_t start);

  std::string kind() const override { return "ID3v1"; }
  bool holds_all() const override { return false; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  void add_changes(std::vector<Change> &changes) const override;
  bool fits(const Key &key, const Values &written, const Values &read) const override;

  uint64_t start;

 private:
  bool has_track = false;
};
