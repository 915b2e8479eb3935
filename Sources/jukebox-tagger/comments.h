// Vorbis comments in FLAC and in Ogg (xiph.org; RFC 9639, 3533, 7845).
#pragma once
#include "tag.h"

class Comments : public Tag {
 public:
  std::string kind() const override { return "Vorbis comments"; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;

 protected:
  void parse(const Rope &rope);
  // As a block without its head.
  Rope render() const;

 private:
  Rope vendor, rest;
};

class FLACComments : public Comments {
 public:
  FLACComments(const Source &source, uint64_t start, uint64_t end);
  void add_changes(std::vector<Change> &changes) const override;

 private:
  struct Block {
    uint64_t start, length;
    int type;
    bool is_last;
  };
  std::vector<Block> blocks;
};

class OggComments : public Comments {
 public:
  enum Codec { vorbis, opus, flac };

  OggComments(const Source &source, uint64_t start, uint64_t end, Codec codec);
  void add_changes(std::vector<Change> &changes) const override;

 private:
  struct Page {
    uint64_t start, head, body;
    Bytes bytes;
    uint32_t serial, sequence;
  };
  struct Packet {
    Rope rope;
    // Whether it begins a page.
    bool begins = false;
  };

  const Source &source;
  Codec codec;
  uint64_t pages_start = 0, pages_end = 0, end;
  uint32_t serial = 0, sequence = 0;
  size_t page_count = 0;
  std::vector<Packet> packets;
  size_t place = 0, prefix = 0;

  Page page_at(uint64_t at) const;
  Rope packet() const;
  std::vector<Rope> pages(const std::vector<Packet> &packets) const;
};
