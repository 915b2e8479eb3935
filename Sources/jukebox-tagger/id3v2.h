// ID3v2.2, 2.3 and 2.4 at a file's beginning, at its end and in a chunk of its own (id3.org).
#pragma once
#include "tag.h"

class ID3v2Tag : public Tag {
 public:
  static constexpr uint64_t header_bytes = 10;

  // A new tag of version 2.4 that is to be at `start`.
  explicit ID3v2Tag(uint64_t start);
  ID3v2Tag(const Source &source, uint64_t start);

  // The bytes of a tag whose header is at an offset, with its footer; 0 for none.
  static uint64_t size_at(const Source &source, uint64_t start, const char *mark = "ID3");

  std::string kind() const override { return "ID3v2"; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  void add_changes(std::vector<Change> &changes) const override;
  // Empty where no frame is left.
  Rope render() const;

  uint64_t start, length = 0;
  // Whether it gets room to grow.
  bool has_padding = true;

 private:
  // 2, 3 or 4.
  int version = 4;
  unsigned char flags = 0;

  size_t id_bytes() const { return version == 2 ? 3 : 4; }
  size_t head_bytes() const { return version == 2 ? 6 : 10; }
  void parse(const Rope &body);
  uint64_t frame_bytes(const Bytes &body, size_t at) const;
  bool is_frame(const Bytes &body, size_t at) const;
  void understand(Item &item) const;
  void join_dates();
  Item frame(const Bytes &id, const Bytes &content) const;
  void add_texts(std::vector<Item> &frames, const Key &key, const Values &values) const;
  bool add_dates(std::vector<Item> &frames, const Key &key, const Values &values) const;
};
