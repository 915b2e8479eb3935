#include "id3v2.h"

#include <algorithm>
#include <memory>

#include <id3v2frame.h>
#include <id3v2framefactory.h>
#include <id3v2header.h>
#include <taglib.h>
#include <textidentificationframe.h>

namespace {

constexpr unsigned char unsynchronised = 0x80, extended = 0x40, has_footer = 0x10;
// Room for the next edits, so that the sound need not be moved.
constexpr size_t padding_bytes = 1024;
constexpr size_t most_frames = 10000;
constexpr uint64_t most_tag_bytes = (1u << 28) - 1;

// Access to members that TagLib shows to frames alone.
struct FrameAccess : TagLib::ID3v2::Frame {
  static TagLib::PropertyMap properties(const TagLib::ID3v2::Frame *frame) { return (frame->*(&FrameAccess::asProperties))(); }
  static void set_version(const TagLib::ID3v2::Frame *frame, unsigned version) { (frame->*(&FrameAccess::header))()->setVersion(version); }
};

TagLib::ID3v2::Frame *frame_of(const TagLib::String &key, const TagLib::StringList &values) {
#if TAGLIB_MAJOR_VERSION >= 2
  return TagLib::ID3v2::FrameFactory::instance()->createFrameForProperty(key, values);
#else
  return TagLib::ID3v2::Frame::createTextualFrame(key, values);
#endif
}

Bytes synchsafe(uint64_t value) {
  Bytes bytes;
  for (int shift = 21; shift >= 0; shift -= 7) bytes += static_cast<char>(value >> shift & 127);
  return bytes;
}

// The names of frames in 2.2 of those that have others in 2.3.
const std::map<Bytes, Bytes> &names_of_2_2() {
  static const std::map<Bytes, Bytes> names = {
      {"TIT1", "TT1"}, {"TIT2", "TT2"}, {"TIT3", "TT3"}, {"TPE1", "TP1"}, {"TPE2", "TP2"}, {"TPE3", "TP3"}, {"TPE4", "TP4"},
      {"TALB", "TAL"}, {"TRCK", "TRK"}, {"TPOS", "TPA"}, {"TYER", "TYE"}, {"TDAT", "TDA"}, {"TIME", "TIM"}, {"TORY", "TOR"},
      {"TCON", "TCO"}, {"TCOM", "TCM"}, {"TEXT", "TXT"}, {"TCOP", "TCR"}, {"TPUB", "TPB"}, {"TENC", "TEN"}, {"TSRC", "TRC"},
      {"TBPM", "TBP"}, {"TKEY", "TKE"}, {"TLAN", "TLA"}, {"TMED", "TMT"}, {"TCMP", "TCP"}, {"TSOT", "TST"}, {"TSOP", "TSP"},
      {"TSOA", "TSA"}, {"TSO2", "TS2"}, {"TSOC", "TSC"}, {"TXXX", "TXX"}, {"COMM", "COM"}, {"USLT", "ULT"}, {"WXXX", "WXX"},
      {"TOPE", "TOA"}, {"TOAL", "TOT"}, {"TOLY", "TOL"}, {"TOFN", "TOF"}, {"TSSE", "TSS"}, {"GRP1", "GP1"}, {"MVNM", "MVN"},
      {"MVIN", "MVI"}, {"UFID", "UFI"},
  };
  return names;
}

bool is_digits(const std::string &text, size_t from, size_t count) {
  if (text.size() < from + count) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(from + count),
                     [](char digit) { return digit >= '0' && digit <= '9'; });
}

}  // namespace

ID3v2Tag::ID3v2Tag(uint64_t start) : start(start) {}

uint64_t ID3v2Tag::size_at(const Source &source, uint64_t start, const char *mark) {
  if (start > source.size() || source.size() - start < header_bytes) return 0;
  Bytes head = source.read(start, header_bytes);
  if (head.compare(0, 3, mark) || head[3] < 2 || head[3] > 4) return 0;
  uint64_t size = 0;
  for (size_t index = 6; index < 10; index++) {
    if (static_cast<unsigned char>(head[index]) > 127) return 0;
    size = size << 7 | static_cast<unsigned char>(head[index]);
  }
  return header_bytes + size + (head[3] == 4 && head[5] & has_footer ? header_bytes : 0);
}

ID3v2Tag::ID3v2Tag(const Source &source, uint64_t start) : start(start) {
  length = size_at(source, start);
  if (!length || length > source.size() - start) throw Refusal("its ID3v2 tag is longer than the file");
  Bytes head = source.read(start, header_bytes);
  version = head[3];
  flags = static_cast<unsigned char>(head[5]);
  uint64_t body_bytes = length - header_bytes - (version == 4 && flags & has_footer ? header_bytes : 0);
  Rope body = source.rope(start + header_bytes, body_bytes);
  if (version < 4 && flags & unsynchronised) {
    Bytes bytes = body.bytes(), decoded;
    for (size_t index = 0; index < bytes.size(); index++) {
      decoded += bytes[index];
      if (bytes[index] == '\xff' && index + 1 < bytes.size() && bytes[index + 1] == '\0') index++;
    }
    body = Rope(decoded);
  }
  if (version == 2 && flags & extended) throw Refusal("its ID3v2 tag is compressed");
  if (version > 2 && flags & extended) {
    // It describes the tag as it was: its checksum and padding.
    Bytes bytes = body.bytes();
    uint64_t size = version == 4 ? 0 : 4 + big(bytes, 0, 4);
    if (version == 4) {
      for (size_t index = 0; index < 4; index++) size = size << 7 | (big(bytes, index, 1) & 127);
    }
    if (size < 6 || size > bytes.size()) throw Refusal("its ID3v2 tag is damaged");
    body = body.slice(size, bytes.size() - size);
  }
  parse(body);
}

bool ID3v2Tag::is_frame(const Bytes &body, size_t at) const {
  if (at + head_bytes() > body.size()) return false;
  for (size_t index = 0; index < id_bytes(); index++) {
    char letter = body[at + index];
    // iTunes writes names of 2.2 into 2.3.
    bool is_end = version == 3 && index == 3 && (letter == '\0' || letter == ' ');
    if (!is_end && !(letter >= 'A' && letter <= 'Z') && !(letter >= '0' && letter <= '9')) return false;
  }
  return true;
}

uint64_t ID3v2Tag::frame_bytes(const Bytes &body, size_t at) const {
  if (version == 2) return big(body, at + 3, 3);
  uint64_t plain = big(body, at + 4, 4);
  if (version == 3) return plain;
  uint64_t size = 0;
  for (size_t index = 4; index < 8; index++) {
    unsigned char byte = static_cast<unsigned char>(body[at + index]);
    if (byte > 127) return plain;
    size = size << 7 | byte;
  }
  // iTunes once wrote plain sizes into 2.4: what follows decides.
  auto leads_on = [&](uint64_t bytes) {
    uint64_t next = at + head_bytes() + bytes;
    return next <= body.size() && (is_frame(body, next) || body.find_first_not_of('\0', next) == Bytes::npos);
  };
  return size != plain && !leads_on(size) && leads_on(plain) ? plain : size;
}

void ID3v2Tag::parse(const Rope &rope) {
  Bytes body = rope.bytes();
  size_t at = 0;
  while (items.size() < most_frames && is_frame(body, at)) {
    uint64_t size = frame_bytes(body, at);
    if (size > body.size() - at - head_bytes()) break;
    Item item;
    item.name = body.substr(at, id_bytes()).c_str();
    item.raw = rope.slice(at, head_bytes() + size);
    understand(item);
    items.push_back(item);
    at += head_bytes() + size;
  }
  // Zeros are padding. A reader stops at anything else, and so do the frames here.
  if (body.find_first_not_of('\0', at) != Bytes::npos) {
    throw Refusal("its ID3v2 tag is damaged behind " + (items.empty() ? "its header" : items.back().name));
  }
  join_dates();
}

void ID3v2Tag::understand(Item &item) const {
  static const char *const unread[] = {"APIC", "PIC", "GEOB", "GEO", "PRIV", "CHAP", "CTOC", "MCDI", "MCI", "SYLT", "SLT", "RVA2"};
  for (const char *name : unread) {
    if (item.name == name) return;
  }
  static const char *const parts_of_dates[] = {"TDAT", "TIME", "TRDA", "TDA", "TIM", "TRD"};
  for (const char *name : parts_of_dates) {
    if (item.name == name) item.values["DATE"];
  }
  Bytes raw = item.raw.bytes();
  if (version == 4) raw.replace(4, 4, synchsafe(raw.size() - header_bytes));
  Bytes head = Bytes("ID3") + static_cast<char>(version) + Bytes(2, '\0') + synchsafe(raw.size());
  TagLib::ID3v2::Header header(to_vector(head));
  std::unique_ptr<TagLib::ID3v2::Frame> frame(TagLib::ID3v2::FrameFactory::instance()->createFrame(to_vector(raw), &header));
  if (!frame) return;
  for (const auto &[key, values] : FrameAccess::properties(frame.get())) {
    Values &all = item.values[canonical(to_text(key))];
    for (const auto &value : values) all.push_back(to_text(value));
  }
}

// 2.3 has the year, the day and month, and the time in frames of their own.
void ID3v2Tag::join_dates() {
  auto text = [&](const char *name) {
    for (const auto &item : items) {
      if (item.name != name) continue;
      Bytes raw = item.raw.bytes();
      if (raw.size() <= head_bytes()) break;
      std::string digits;
      for (size_t index = head_bytes() + 1; index < raw.size(); index++) {
        if (raw[index] >= '0' && raw[index] <= '9') digits += raw[index];
      }
      if (digits.size() == 4) return digits;
    }
    return std::string();
  };
  std::string day = text(version == 2 ? "TDA" : "TDAT"), time = text(version == 2 ? "TIM" : "TIME");
  for (auto &item : items) {
    if (item.name != "TYER" && item.name != "TYE") continue;
    Values &values = item.values["DATE"];
    if (values.size() != 1 || values[0].size() != 4 || day.empty()) continue;
    values[0] += "-" + day.substr(2) + "-" + day.substr(0, 2);
    if (!time.empty()) values[0] += "T" + time.substr(0, 2) + ":" + time.substr(2);
  }
}

Item ID3v2Tag::frame(const Bytes &id, const Bytes &content) const {
  Item item;
  item.name = id;
  if (version == 2) {
    auto name = names_of_2_2().find(id);
    if (name == names_of_2_2().end()) throw Refusal("its ID3v2.2 tag has no frame for " + id);
    item.name = name->second;
    item.raw = Rope(item.name + big_bytes(content.size(), 3) + content);
  } else {
    item.raw = Rope(id + (version == 3 ? big_bytes(content.size(), 4) : synchsafe(content.size())) + Bytes(2, '\0') + content);
  }
  understand(item);
  return item;
}

void ID3v2Tag::add_texts(std::vector<Item> &frames, const Key &key, const Values &values) const {
  std::unique_ptr<TagLib::ID3v2::Frame> made(frame_of(to_string(key), to_list(values)));
  if (!made) return;
  FrameAccess::set_version(made.get(), version == 4 ? 4 : 3);
  Bytes bytes = to_bytes(made->render());
  frames.push_back(frame(bytes.substr(0, 4), bytes.substr(header_bytes)));
}

// Before 2.4 a date is a year, a day with its month, and a time; what does not fit into these is refused or gets the frame of 2.4.
bool ID3v2Tag::add_dates(std::vector<Item> &frames, const Key &key, const Values &values) const {
  const std::string &date = values[0];
  if (version == 4 || values.size() != 1 || !is_digits(date, 0, 4)) return false;
  auto text = [&](const char *id, const std::string &digits) { frames.push_back(frame(id, Bytes(1, '\0') + digits)); };
  if (key == "ORIGINALDATE" && date.size() == 4) {
    text("TORY", date);
    return true;
  }
  bool has_day = date.size() >= 10 && date[4] == '-' && date[7] == '-' && is_digits(date, 5, 2) && is_digits(date, 8, 2);
  bool has_time = has_day && date.size() == 16 && date[10] == 'T' && date[13] == ':' && is_digits(date, 11, 2) && is_digits(date, 14, 2);
  if (key != "DATE" || !(date.size() == 4 || (has_day && date.size() == 10) || has_time)) return false;
  text("TYER", date.substr(0, 4));
  if (has_day) text("TDAT", date.substr(8, 2) + date.substr(5, 2));
  if (has_time) text("TIME", date.substr(11, 2) + date.substr(14, 2));
  return true;
}

std::vector<Item> ID3v2Tag::make(const Key &key, const Values &values, const std::vector<Item> &) const {
  std::vector<Item> frames;
  if (!add_dates(frames, key, values)) add_texts(frames, key, values);
  return frames;
}

Rope ID3v2Tag::render() const {
  Rope frames, all;
  for (const auto &item : items) frames.add(item.raw);
  if (!frames.size()) return all;
  bool is_footed = version == 4 && flags & has_footer;
  size_t size = frames.size(), room = length > header_bytes ? length - header_bytes : 0;
  if (!is_footed) size = size <= room ? room : size + (has_padding ? padding_bytes : 0);
  if (size > most_tag_bytes) throw Refusal("its ID3v2 tag would be too long");
  unsigned char kept = flags & static_cast<unsigned char>(~extended);
  if (version < 4) kept &= static_cast<unsigned char>(~unsynchronised);
  Bytes rest = Bytes(1, static_cast<char>(version)) + '\0' + static_cast<char>(kept) + synchsafe(size);
  size_t padding = size - frames.size();
  all.add("ID3" + rest);
  all.add(frames);
  all.add(Bytes(padding, '\0'));
  if (is_footed) all.add("3DI" + rest);
  return all;
}

void ID3v2Tag::add_changes(std::vector<Change> &changes) const { changes.push_back({start, length, render()}); }
