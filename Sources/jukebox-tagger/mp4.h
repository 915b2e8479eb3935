// iTunes' tags in MPEG-4: `moov/udta/meta/ilst` (ISO 14496-12, Apple's QuickTime File Format).
#pragma once
#include "tag.h"

class MP4Tag : public Tag {
 public:
  MP4Tag(const Source &source, uint64_t start, uint64_t end);

  std::string kind() const override { return "MPEG-4"; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  void add_changes(std::vector<Change> &changes) const override;

 private:
  struct Atom {
    Bytes name;
    uint64_t start, head, length;
    uint64_t end() const { return start + length; }
    uint64_t content() const { return start + head; }
  };

  const Source &source;
  Atom movie;
  // moov, udta and meta, as far as there are such.
  std::vector<Atom> parents;
  // The place of `ilst` with the free space behind it; or where it is to be.
  uint64_t place = 0, room = 0;

  std::vector<Atom> atoms(uint64_t start, uint64_t end) const;
  const Atom *find(const std::vector<Atom> &atoms, const char *name) const;
  uint64_t content_of_meta(const Atom &meta) const;
  void understand(Item &item) const;
  void add_offsets(std::vector<Change> &changes, int64_t shift) const;
};
