// All tags of a file: those around its sound, and those of its format.
#pragma once
#include <memory>
#include <string>

#include "riff.h"
#include "tag.h"

class MusicFile {
 public:
  // Throws Refusal where a tag cannot be read whole. `format` is a word of the usage.
  MusicFile(const Source &source, const std::string &format);

  // The usual tag of the format first, made where it is missing.
  std::vector<Tag *> tags;

  // Lets the usual tag say what the others say, where the file did not have it.
  void fill_new();
  std::vector<Change> changes() const;

 private:
  std::vector<std::unique_ptr<Tag>> owned;
  std::unique_ptr<RIFFChunks> chunks;

  void add(std::unique_ptr<Tag> tag);
  void add_usual(const std::string &format, uint64_t start, uint64_t end);
};
