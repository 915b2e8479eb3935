// Bytes of a file, and where in the file they were.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

using Bytes = std::string;

// Why a file cannot be tagged, in words.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Bytes that a file has at `offset`, or new ones (-1).
struct Span {
  Bytes bytes;
  int64_t offset = -1;
};

// A sequence of new bytes and bytes of the file.
class Rope {
 public:
  Rope() = default;
  explicit Rope(Bytes bytes) { add(std::move(bytes)); }

  const std::vector<Span> &spans() const { return parts; }
  size_t size() const;
  Bytes bytes() const;
  void add(Bytes bytes) { add(Span{std::move(bytes), -1}); }
  void add(Span span);
  void add(const Rope &other);
  // Throws Refusal where it is shorter.
  Rope slice(size_t from, size_t count) const;

 private:
  std::vector<Span> parts;
};

// Bytes of the file that are replaced.
struct Change {
  uint64_t start, length;
  Rope rope;
};

// An open file.
class Source {
 public:
  explicit Source(int descriptor);

  uint64_t size() const { return bytes_in_file; }
  // Throws Refusal where the file ends before.
  Bytes read(uint64_t offset, uint64_t count) const;
  Rope rope(uint64_t offset, uint64_t count) const;
  // Makes the changes in place; they must not overlap.
  void write(const std::vector<Change> &changes) const;
  // How the file as it is now is made of the one with these changes: `C`, an offset, a blank, a length and a NUL for bytes that are
  // copied; `L`, a length, a NUL and bytes. To be called before the changes are made.
  std::string undo(std::vector<Change> changes) const;

 private:
  int descriptor;
  uint64_t bytes_in_file;

  void move_tail(uint64_t from, uint64_t to, uint64_t end) const;
};

uint64_t little(const Bytes &bytes, size_t at, size_t count);
uint64_t big(const Bytes &bytes, size_t at, size_t count);
Bytes little_bytes(uint64_t value, size_t count);
Bytes big_bytes(uint64_t value, size_t count);
