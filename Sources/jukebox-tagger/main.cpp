// jukebox-tagger: writes tags into one open file for the jukebox, by TagLib. It gets the file as standard input and limits itself
// (sandbox.c) before it reads a byte of it: a broken file can crash this process, but not open another file.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <aifffile.h>
#include <infotag.h>
#include <apefile.h>
#include <apetag.h>
#include <asffile.h>
#include <flacfile.h>
#include <asftag.h>
#include <mp4tag.h>
#include <xiphcomment.h>
#include <id3v1tag.h>
#include <id3v2frame.h>
#include <id3v2framefactory.h>
#include <id3v2header.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <oggflacfile.h>
#include <opusfile.h>
#include <taglib.h>
#include <tfilestream.h>
#include <tpropertymap.h>
#include <trueaudiofile.h>
#include <vorbisfile.h>
#include <wavfile.h>
#include <wavpackfile.h>

#include "sandbox.h"
#include "version.h"

namespace {

// Seconds of the processor: a file that takes longer hangs.
constexpr int most_seconds = 60;
// By how much tags may grow a file, in bytes.
constexpr size_t most_growth = 64u << 20;

constexpr char usage[] =
    "jukebox-tagger: writes tags into an open music file for the jukebox\n"
    "\n"
    "Usage: jukebox-tagger FORMAT KEY=VALUE...\n"
    "\n"
    "  --version        print the version and exit\n"
    "  --help           print this help and exit\n"
    "\n"
    "jukeboxd runs it on a copy of the file, which it gets as standard input, open for\n"
    "reading and writing. FORMAT is one of mp3, flac, oggflac, vorbis, opus, wav,\n"
    "aiff, aac, alac, mp4, wma, ape, wavpack, musepack and tta. KEY is a tag by\n"
    "TagLib's name. The same key again adds a value, and an empty value removes the tag.\n"
    "\n"
    "It prints the replaced values, each ended by a NUL: K and a key, then V and a\n"
    "value for each value. The exit status is 1 if it refuses the file, with the reason\n"
    "on standard output, and 64 for wrong arguments.\n";

int refuse(const std::string &reason) {
  fwrite(reason.data(), 1, reason.size(), stdout);
  fflush(stdout);
  return 1;
}

std::unique_ptr<TagLib::File> open_file(const std::string &format, TagLib::IOStream *stream) {
  using namespace TagLib;
  auto factory = ID3v2::FrameFactory::instance();
#if TAGLIB_MAJOR_VERSION >= 2
  if (format == "mp3") return std::make_unique<MPEG::File>(stream, false, AudioProperties::Fast, factory);
  if (format == "flac") return std::make_unique<FLAC::File>(stream, false, AudioProperties::Fast, factory);
#else
  if (format == "mp3") return std::make_unique<MPEG::File>(stream, factory, false);
  if (format == "flac") return std::make_unique<FLAC::File>(stream, factory, false);
#endif
  if (format == "oggflac") return std::make_unique<Ogg::FLAC::File>(stream, false);
  if (format == "vorbis") return std::make_unique<Ogg::Vorbis::File>(stream, false);
  if (format == "opus") return std::make_unique<Ogg::Opus::File>(stream, false);
  if (format == "wav") return std::make_unique<RIFF::WAV::File>(stream, false);
  if (format == "aiff") return std::make_unique<RIFF::AIFF::File>(stream, false);
  if (format == "aac" || format == "alac" || format == "mp4") return std::make_unique<MP4::File>(stream, false);
  if (format == "wma") return std::make_unique<ASF::File>(stream, false);
  if (format == "ape") return std::make_unique<APE::File>(stream, false);
  if (format == "wavpack") return std::make_unique<WavPack::File>(stream, false);
  if (format == "musepack") return std::make_unique<MPC::File>(stream, false);
  if (format == "tta") return std::make_unique<TrueAudio::File>(stream, false);
  return nullptr;
}

// Players of cars read ID3v2.3 only: a tag keeps its version.
TagLib::ID3v2::Version version_of(const TagLib::ID3v2::Tag *tag, bool is_there) {
  return is_there && tag && tag->header() && tag->header()->majorVersion() <= 3 ? TagLib::ID3v2::v3 : TagLib::ID3v2::v4;
}

// The tags of a file, the first of which is the usual one of its format, made where it is missing.
std::vector<TagLib::Tag *> tags_of(TagLib::File *file) {
  using namespace TagLib;
  std::vector<Tag *> tags;
  if (auto mpeg = dynamic_cast<MPEG::File *>(file)) {
    bool is_new = !mpeg->hasID3v2Tag();
    auto *tag = mpeg->ID3v2Tag(true);
    if (mpeg->hasAPETag()) tags.push_back(mpeg->APETag());
    if (mpeg->hasID3v1Tag()) tags.push_back(mpeg->ID3v1Tag());
    // Some players read this one alone.
    if (is_new && !tags.empty()) Tag::duplicate(tags.front(), tag, true);
    tags.insert(tags.begin(), tag);
  } else if (auto flac = dynamic_cast<FLAC::File *>(file)) {
    tags.push_back(flac->xiphComment(true));
    if (flac->hasID3v2Tag()) tags.push_back(flac->ID3v2Tag());
    if (flac->hasID3v1Tag()) tags.push_back(flac->ID3v1Tag());
  } else if (auto wave = dynamic_cast<RIFF::WAV::File *>(file)) {
    bool is_new = !wave->hasID3v2Tag();
    tags.push_back(wave->ID3v2Tag());
    if (wave->hasInfoTag()) tags.push_back(wave->InfoTag());
    if (is_new && tags.size() > 1) Tag::duplicate(tags[1], tags[0], true);
  } else if (auto pack = dynamic_cast<WavPack::File *>(file)) {
    tags.push_back(pack->APETag(true));
    if (pack->hasID3v1Tag()) tags.push_back(pack->ID3v1Tag());
  } else if (auto monkey = dynamic_cast<APE::File *>(file)) {
    tags.push_back(monkey->APETag(true));
    if (monkey->hasID3v1Tag()) tags.push_back(monkey->ID3v1Tag());
  } else if (auto muse = dynamic_cast<MPC::File *>(file)) {
    tags.push_back(muse->APETag(true));
    if (muse->hasID3v1Tag()) tags.push_back(muse->ID3v1Tag());
  } else if (auto tta = dynamic_cast<TrueAudio::File *>(file)) {
    bool is_new = !tta->hasID3v2Tag();
    tags.push_back(tta->ID3v2Tag(true));
    if (tta->hasID3v1Tag()) tags.push_back(tta->ID3v1Tag());
    if (is_new && tags.size() > 1) Tag::duplicate(tags[1], tags[0], true);
  } else {
    tags.push_back(file->tag());
  }
  return tags;
}

// The keys and values of a frame; TagLib 1 shows them to frames alone.
struct FrameAccess : TagLib::ID3v2::Frame {
  static TagLib::PropertyMap properties(const TagLib::ID3v2::Frame *frame) { return (frame->*(&FrameAccess::asProperties))(); }
};

TagLib::ID3v2::Frame *frame_of(const TagLib::String &key, const TagLib::StringList &values) {
#if TAGLIB_MAJOR_VERSION >= 2
  return TagLib::ID3v2::FrameFactory::instance()->createFrameForProperty(key, values);
#else
  return TagLib::ID3v2::Frame::createTextualFrame(key, values);
#endif
}

// Changes these keys of an ID3v2 tag and no other frame: TagLib's own setProperties writes others in another form.
// Answers false where a key shares its frame with others.
bool change_frames(TagLib::ID3v2::Tag *tag, const TagLib::PropertyMap &wanted) {
  std::vector<TagLib::ID3v2::Frame *> replaced;
  for (auto *frame : tag->frameList()) {
    TagLib::PropertyMap properties = FrameAccess::properties(frame);
    unsigned count = 0;
    for (const auto &[key, values] : properties) count += wanted.contains(key);
    if (count == 0) continue;
    if (count < properties.size()) return false;
    replaced.push_back(frame);
  }
  for (auto *frame : replaced) tag->removeFrame(frame);
  for (const auto &[key, values] : wanted) {
    if (!values.isEmpty()) tag->addFrame(frame_of(key, values));
  }
  return true;
}

// Calls `body` with a tag as what it is: TagLib 1 knows no virtual functions for properties.
template <class Body>
auto as_itself(TagLib::Tag *tag, Body body) {
  if (auto frames = dynamic_cast<TagLib::ID3v2::Tag *>(tag)) return body(frames);
  if (auto comment = dynamic_cast<TagLib::Ogg::XiphComment *>(tag)) return body(comment);
  if (auto ape = dynamic_cast<TagLib::APE::Tag *>(tag)) return body(ape);
  if (auto mp4 = dynamic_cast<TagLib::MP4::Tag *>(tag)) return body(mp4);
  if (auto asf = dynamic_cast<TagLib::ASF::Tag *>(tag)) return body(asf);
  return body(tag);
}


// The key of an attribute that FFmpeg writes beside ASF's usual ones, and that readers prefer.
TagLib::String key_of_twin(const TagLib::String &name) {
  TagLib::String key = name.upper();
  return key == "AUTHOR" ? "ARTIST" : key == "DESCRIPTION" ? "COMMENT" : key;
}

TagLib::PropertyMap properties_of(TagLib::Tag *tag) {
  TagLib::PropertyMap properties = as_itself(tag, [](auto *tag) { return tag->properties(); });
  if (auto asf = dynamic_cast<TagLib::ASF::Tag *>(tag)) {
    for (const auto &[name, attributes] : asf->attributeListMap()) {
      TagLib::String key = key_of_twin(name);
      if (properties.contains(key)) continue;
      for (const auto &attribute : attributes) properties.insert(key, attribute.toString());
    }
  }
  return properties;
}

void remove_twins(TagLib::Tag *tag, const TagLib::PropertyMap &wanted) {
  if (auto ape = dynamic_cast<TagLib::APE::Tag *>(tag)) {
    for (const auto &[key, values] : wanted) ape->removeItem(key);
  }
  if (auto asf = dynamic_cast<TagLib::ASF::Tag *>(tag)) {
    TagLib::StringList twins;
    for (const auto &[name, attributes] : asf->attributeListMap()) {
      if (wanted.contains(key_of_twin(name))) twins.append(name);
    }
    for (const auto &name : twins) asf->removeItem(name);
  }
}

bool change(TagLib::Tag *tag, const TagLib::PropertyMap &wanted) {
  if (auto frames = dynamic_cast<TagLib::ID3v2::Tag *>(tag)) return change_frames(frames, wanted);
  remove_twins(tag, wanted);
  TagLib::PropertyMap properties = properties_of(tag);
  for (const auto &[key, values] : wanted) {
    properties.erase(key);
    if (!values.isEmpty()) properties.insert(key, values);
  }
  as_itself(tag, [&](auto *tag) { return tag->setProperties(properties); });
  return true;
}

// Writes no kind of tag that the file has not, but the usual one of its format.
bool save(TagLib::File *file) {
  using namespace TagLib;
  if (auto mpeg = dynamic_cast<MPEG::File *>(file)) {
    int kinds = MPEG::File::ID3v2;
    if (mpeg->hasID3v1Tag()) kinds |= MPEG::File::ID3v1;
    if (mpeg->hasAPETag()) kinds |= MPEG::File::APE;
    return mpeg->save(kinds, File::StripNone, version_of(mpeg->ID3v2Tag(), mpeg->hasID3v2Tag()), File::DoNotDuplicate);
  }
  if (auto wave = dynamic_cast<RIFF::WAV::File *>(file)) {
    int kinds = RIFF::WAV::File::ID3v2;
    if (wave->hasInfoTag()) kinds |= RIFF::WAV::File::Info;
    return wave->save(static_cast<RIFF::WAV::File::TagTypes>(kinds), File::StripNone,
                      version_of(wave->ID3v2Tag(), wave->hasID3v2Tag()));
  }
  if (auto aiff = dynamic_cast<RIFF::AIFF::File *>(file)) return aiff->save(version_of(aiff->tag(), aiff->hasID3v2Tag()));
  return file->save();
}

std::string text(const TagLib::String &string) {
  std::string bytes = string.to8Bit(true);
  // A NUL ends a value in the answer.
  for (char &byte : bytes) byte = byte ? byte : ' ';
  return bytes;
}

// Whether a tag of a kind is there that TagLib does not write in this format, and that others read before its own.
bool has_foreign_tag(const std::string &format, TagLib::IOStream *stream) {
  if (format != "tta" || stream->length() < 160) return false;
  stream->seek(-160, TagLib::IOStream::End);
  TagLib::ByteVector end = stream->readBlock(160);
  stream->seek(0);
  return end.find("APETAGEX") >= 0;
}

int write_tags(const std::string &format, const TagLib::PropertyMap &wanted,
               std::unique_ptr<TagLib::FileStream> stream, TagLib::IOStream *result) {
  auto file = open_file(format, stream.get());
  if (!file) return refuse("tags of this format cannot be written");
  if (!file->isValid()) return refuse("TagLib cannot read the file");
  if (has_foreign_tag(format, result)) return refuse("it has an APE tag, which TagLib does not write in this format");
  auto tags = tags_of(file.get());
  std::string former;
  for (const auto &[key, values] : wanted) {
    former += "K" + text(key) + '\0';
    for (auto *tag : tags) {
      TagLib::PropertyMap properties = properties_of(tag);
      if (!properties.contains(key)) continue;
      for (const auto &value : properties[key]) former += "V" + text(value) + '\0';
      break;
    }
  }
  for (auto *tag : tags) {
    if (!change(tag, wanted)) return refuse("one of these tags shares a field with others");
  }
  if (!save(file.get())) return refuse("TagLib cannot write the file");
  file.reset();
  // It writes what it still has in memory.
  stream.reset();
  // What a full volume refused shows in what another descriptor reads.
  auto written = open_file(format, result);
  if (!written->isValid()) return refuse("TagLib wrote a file that it cannot read");
  auto found = tags_of(written.get());
  for (const auto &[key, values] : wanted) {
    TagLib::PropertyMap properties = properties_of(found.front());
    if (!values.isEmpty() && !properties.contains(key)) return refuse("its format cannot store the tag " + text(key));
    if (!values.isEmpty() && properties[key] != values) return refuse("its format cannot store this value of the tag " + text(key));
    for (auto *tag : found) {
      if (values.isEmpty() && properties_of(tag).contains(key)) return refuse("the tag " + text(key) + " cannot be removed");
    }
  }
  fwrite(former.data(), 1, former.size(), stdout);
  return fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char **words) {
  if (count == 2 && !strcmp(words[1], "--version")) return puts("jukebox-tagger " VERSION) < 0;
  if (count == 2 && !strcmp(words[1], "--help")) return fputs(usage, stdout) < 0;
  if (count < 3) {
    fputs("jukebox-tagger: FORMAT and KEY=VALUE expected; see --help\n", stderr);
    return 64;
  }
  TagLib::PropertyMap wanted;
  for (int index = 2; index < count; index++) {
    const char *equals = strchr(words[index], '=');
    if (!equals || equals == words[index]) {
      fprintf(stderr, "jukebox-tagger: KEY=VALUE expected: %s\n", words[index]);
      return 64;
    }
    TagLib::String key(std::string(words[index], equals - words[index]), TagLib::String::UTF8);
    TagLib::StringList values = wanted[key];
    if (equals[1]) values.append(TagLib::String(equals + 1, TagLib::String::UTF8));
    wanted.replace(key, values);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // TagLib reads some formats from where the descriptor stands.
  lseek(STDIN_FILENO, 0, SEEK_SET);
  struct stat status;
  if (fstat(STDIN_FILENO, &status) || !S_ISREG(status.st_mode)) return refuse("standard input is no file");
  // Before the limits: opening needs calls that reading and writing don't.
  int again = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
  if (again < 0) return refuse(std::string("the file cannot be opened again: ") + strerror(errno));
  auto stream = std::make_unique<TagLib::FileStream>(STDIN_FILENO);
  auto result = std::make_unique<TagLib::FileStream>(again, true);
  if (!stream->isOpen() || stream->readOnly() || !result->isOpen()) return refuse("the file is not open for writing");
  if (sandbox_enter(static_cast<size_t>(status.st_size) + most_growth)) {
    return refuse(std::string("cannot limit itself: ") + strerror(errno));
  }
  sandbox_allow_seconds(most_seconds);
  try {
    return write_tags(words[1], wanted, std::move(stream), result.get());
  } catch (const std::exception &error) {
    return refuse(std::string("TagLib failed: ") + error.what());
  }
}
