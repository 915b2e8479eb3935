// The descriptions of ASF: WMA (Advanced Systems Format, 3.10 to 4.8).
#pragma once
#include "tag.h"

class ASFTag : public Tag {
 public:
  ASFTag(const Source &source, uint64_t start, uint64_t end);

  std::string kind() const override { return "ASF"; }
  std::vector<Item> make(const Key &key, const Values &values, const std::vector<Item> &former) const override;
  void add_changes(std::vector<Change> &changes) const override;

 private:
  // The objects that hold attributes.
  enum Part { content, extended, metadata, library, parts };
  struct Object {
    Bytes id;
    uint64_t start, length;
  };

  const Source &source;
  uint64_t start, header_bytes, count;
  // The descriptions of each part, and the objects around them; of length 0 where they are missing.
  Object objects[parts] = {}, extension = {}, properties = {};

  std::vector<Object> read_objects(uint64_t start, uint64_t end) const;
  void read_content(const Object &object);
  void read_attributes(const Object &object, Part part);
  Rope render(Part part) const;
};
