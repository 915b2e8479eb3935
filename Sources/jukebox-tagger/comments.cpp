#include "comments.h"

#include <algorithm>

namespace {

constexpr size_t most_comments = 100000;
constexpr uint64_t most_block_bytes = (1u << 24) - 1;
constexpr size_t most_blocks = 1000, most_header_pages = 1000;
constexpr int padding_block = 1, comment_block = 4;

}  // namespace

void Comments::parse(const Rope &rope) {
  Bytes bytes = rope.bytes();
  uint64_t at = 4 + little(bytes, 0, 4);
  if (at > bytes.size()) throw Refusal("its Vorbis comments are damaged");
  vendor = rope.slice(0, at);
  uint64_t count = little(bytes, at, 4);
  at += 4;
  for (uint64_t index = 0; index < count; index++) {
    uint64_t size = index < most_comments ? little(bytes, at, 4) : bytes.size();
    if (size > bytes.size() - at - 4) throw Refusal("its Vorbis comments are damaged");
    Item item;
    item.raw = rope.slice(at, 4 + size);
    Bytes text = bytes.substr(at + 4, size);
    size_t equals = text.find('=');
    item.name = upper(text.substr(0, equals));
    bool is_picture = item.name == "METADATA_BLOCK_PICTURE" || item.name == "COVERART";
    if (equals != Bytes::npos && equals > 0 && !is_picture) {
      item.values[canonical(item.name)].push_back(to_text(to_string(text.substr(equals + 1))));
    }
    if (item.name.empty()) item.name = "a comment without a name";
    items.push_back(item);
    at += 4 + size;
  }
  rest = rope.slice(at, bytes.size() - at);
}

std::vector<Item> Comments::make(const Key &key, const Values &values, const std::vector<Item> &former) const {
  std::vector<Item> made;
  for (const auto &value : values) {
    Item item;
    item.name = former.empty() ? key : former[0].name;
    Bytes text = item.name + "=" + value;
    item.raw = Rope(little_bytes(text.size(), 4) + text);
    item.values[key].push_back(value);
    made.push_back(item);
  }
  return made;
}

Rope Comments::render() const {
  Rope rope = vendor.size() ? vendor : Rope(Bytes(4, '\0'));
  rope.add(little_bytes(items.size(), 4));
  for (const auto &item : items) rope.add(item.raw);
  rope.add(rest);
  return rope;
}

// FLAC.

FLACComments::FLACComments(const Source &source, uint64_t start, uint64_t end) {
  uint64_t at = start + 4;
  bool is_last = false;
  while (!is_last) {
    if (blocks.size() == most_blocks || end - at < 4 || at > end) throw Refusal("its metadata is damaged");
    Bytes head = source.read(at, 4);
    is_last = head[0] & '\x80';
    Block block{at, 4 + big(head, 1, 3), head[0] & 127, is_last};
    if (block.length > end - at) throw Refusal("its metadata is damaged");
    if (block.type == comment_block) {
      if (std::any_of(blocks.begin(), blocks.end(), [](const Block &other) { return other.type == comment_block; })) {
        throw Refusal("it has several blocks of Vorbis comments");
      }
      parse(source.rope(at + 4, block.length - 4));
    }
    blocks.push_back(block);
    at += block.length;
  }
}

void FLACComments::add_changes(std::vector<Change> &changes) const {
  auto head = [](int type, bool is_last, uint64_t bytes) {
    return Bytes(1, static_cast<char>(type | (is_last ? 128 : 0))) + big_bytes(bytes, 3);
  };
  Rope content = render();
  if (content.size() > most_block_bytes) throw Refusal("its Vorbis comments would be too long");
  const Block *old = nullptr, *padding = nullptr;
  for (const auto &block : blocks) {
    if (block.type == comment_block) old = &block;
    if (block.type == padding_block) padding = &block;
  }
  // STREAMINFO is the first block.
  const Block &first = blocks.front();
  bool ends = !old && first.is_last;
  uint64_t before = old ? old->length : 0, now = 4 + content.size();
  Rope rope(head(comment_block, old ? old->is_last : ends, content.size()));
  rope.add(content);
  changes.push_back({old ? old->start : first.start + first.length, before, rope});
  if (ends) changes.push_back({first.start, 1, Rope(Bytes(1, static_cast<char>(first.type)))});
  if (!padding) return;
  if (now > before && now - before <= padding->length - 4) {
    uint64_t taken = now - before;
    changes.push_back({padding->start, 4 + taken, Rope(head(padding_block, padding->is_last, padding->length - 4 - taken))});
  } else if (now < before && padding->length - 4 + before - now <= most_block_bytes) {
    uint64_t given = before - now;
    changes.push_back({padding->start, 4, Rope(head(padding_block, padding->is_last, padding->length - 4 + given) + Bytes(given, '\0'))});
  }
}

// Ogg.

namespace {

constexpr size_t page_head = 27, most_segments = 255;
constexpr size_t checksum_at = 22;

uint32_t checksum(const Bytes &page) {
  static uint32_t table[256];
  if (!table[1]) {
    for (uint32_t index = 0; index < 256; index++) {
      uint32_t value = index << 24;
      for (int bit = 0; bit < 8; bit++) value = value & 0x80000000 ? value << 1 ^ 0x04c11db7 : value << 1;
      table[index] = value;
    }
  }
  uint32_t sum = 0;
  for (unsigned char byte : page) sum = sum << 8 ^ table[(sum >> 24) ^ byte];
  return sum;
}

}  // namespace

OggComments::Page OggComments::page_at(uint64_t at) const {
  Page page;
  page.start = at;
  Bytes head = source.read(at, page_head);
  if (head.compare(0, 4, "OggS") || head[4] != 0) throw Refusal("its pages have gaps");
  size_t segments = static_cast<unsigned char>(head[26]);
  head += source.read(at + page_head, segments);
  page.head = head.size();
  page.body = 0;
  for (size_t index = 0; index < segments; index++) page.body += static_cast<unsigned char>(head[page_head + index]);
  page.bytes = head;
  page.serial = static_cast<uint32_t>(little(head, 14, 4));
  page.sequence = static_cast<uint32_t>(little(head, 18, 4));
  return page;
}

OggComments::OggComments(const Source &source, uint64_t start, uint64_t end, Codec codec) : source(source), codec(codec), end(end) {
  size_t wanted = codec == vorbis ? 3 : 2;
  Rope packet;
  bool begins = true;
  uint64_t at = start;
  for (size_t count = 0; packets.size() < wanted; count++) {
    if (count == most_header_pages) throw Refusal("its headers cannot be read");
    Page page = page_at(at);
    if (count == 0) serial = page.serial;
    if (page.serial != serial) throw Refusal("it has several streams");
    if (count == 1) {
      pages_start = at;
      sequence = page.sequence;
    }
    if (!packet.size()) begins = true;
    uint64_t place = at + page.head;
    size_t segments = page.head - page_head;
    for (size_t index = 0; index < segments; index++) {
      size_t size = static_cast<unsigned char>(page.bytes[page_head + index]);
      packet.add(source.rope(place, size));
      place += size;
      if (size == most_segments) continue;
      packets.push_back({packet, begins});
      packet = Rope();
      begins = false;
      if (codec == flac && packets.size() == 1) wanted = 1 + big(packets[0].rope.bytes(), 7, 2);
      if (packets.size() == wanted && index + 1 != segments) throw Refusal("its sound begins in a header's page");
    }
    at += page.head + page.body;
    if (count > 0) page_count++;
    if (count == 0 && (packets.size() != 1 || packet.size())) throw Refusal("its headers cannot be read");
  }
  pages_end = at;
  static const Bytes marks[] = {"\x03vorbis", "OpusTags", ""};
  for (place = 1; place < packets.size(); place++) {
    Bytes bytes = packets[place].rope.bytes();
    prefix = codec == flac ? 4 : marks[codec].size();
    if (codec == flac ? !bytes.empty() && (bytes[0] & 127) == comment_block : bytes.compare(0, prefix, marks[codec]) == 0) break;
  }
  if (place == packets.size()) throw Refusal("it has no Vorbis comments");
  size_t size = packets[place].rope.size();
  if (size < prefix) throw Refusal("its Vorbis comments are damaged");
  parse(packets[place].rope.slice(prefix, size - prefix));
}

Rope OggComments::packet() const {
  Rope rope, content = render();
  Rope head = packets[place].rope.slice(0, prefix);
  if (codec == flac) {
    if (content.size() > most_block_bytes) throw Refusal("its Vorbis comments would be too long");
    rope.add(head.bytes().substr(0, 1) + big_bytes(content.size(), 3));
  } else {
    rope.add(head);
  }
  rope.add(content);
  return rope;
}

std::vector<Rope> OggComments::pages(const std::vector<Packet> &packets) const {
  struct Segment {
    size_t packet, from, size;
    bool begins;
  };
  std::vector<Segment> segments;
  for (size_t index = 0; index < packets.size(); index++) {
    size_t bytes = packets[index].rope.size();
    for (size_t from = 0; from <= bytes; from += most_segments) {
      segments.push_back({index, from, std::min(bytes - from, most_segments), from == 0 && packets[index].begins});
    }
  }
  // As many pages as there were, where that can be: the numbers of all later ones stay.
  std::vector<std::vector<Segment>> groups;
  for (const auto &segment : segments) {
    if (groups.empty() || segment.begins || groups.back().size() == most_segments) groups.emplace_back();
    groups.back().push_back(segment);
  }
  while (groups.size() < page_count) {
    auto longest = std::max_element(groups.begin(), groups.end(), [](const auto &a, const auto &b) { return a.size() < b.size(); });
    if (longest->size() < 2) break;
    std::vector<Segment> half(longest->begin() + static_cast<std::ptrdiff_t>(longest->size() / 2), longest->end());
    longest->resize(longest->size() / 2);
    groups.insert(longest + 1, half);
  }
  std::vector<Rope> pages;
  for (const auto &group : groups) {
    Rope body;
    Bytes lacing;
    bool ends = false;
    for (const auto &segment : group) {
      body.add(packets[segment.packet].rope.slice(segment.from, segment.size));
      lacing += static_cast<char>(segment.size);
      ends = ends || segment.size < most_segments;
    }
    Bytes head = Bytes("OggS") + '\0' + (group[0].from ? '\1' : '\0') + Bytes(8, ends ? '\0' : '\xff') + little_bytes(serial, 4) +
                 little_bytes(sequence + pages.size(), 4) + Bytes(4, '\0') + static_cast<char>(lacing.size()) + lacing;
    head.replace(checksum_at, 4, little_bytes(checksum(head + body.bytes()), 4));
    Rope page;
    page.add(head);
    page.add(body);
    pages.push_back(page);
  }
  return pages;
}

void OggComments::add_changes(std::vector<Change> &changes) const {
  std::vector<Packet> headers(packets.begin() + 1, packets.end());
  headers[place - 1].rope = packet();
  std::vector<Rope> made = pages(headers);
  Rope rope;
  for (const auto &page : made) rope.add(page);
  changes.push_back({pages_start, pages_end - pages_start, rope});
  if (made.size() == page_count) return;
  uint32_t shift = static_cast<uint32_t>(made.size() - page_count);
  for (uint64_t at = pages_end; at < end;) {
    Page page = page_at(at);
    Bytes bytes = page.bytes + source.read(at + page.head, page.body);
    // The next song of a chain counts for itself.
    if (page.serial == serial) {
      bytes.replace(18, 4, little_bytes(page.sequence + shift, 4));
      bytes.replace(checksum_at, 4, Bytes(4, '\0'));
      bytes.replace(checksum_at, 4, little_bytes(checksum(bytes), 4));
      changes.push_back({at + 18, 8, Rope(bytes.substr(18, 8))});
    }
    at += bytes.size();
  }
}
