#include "music_file.h"

#include <algorithm>

#include "asf.h"
#include "comments.h"
#include "mp4.h"
#include "trailing.h"

namespace {

constexpr size_t most_tags = 16;
constexpr uint64_t lyrics_foot = 15;

// The bytes of a Lyrics3 tag that ends at an offset; 0 for none. It is passed over.
uint64_t lyrics_before(const Source &source, uint64_t end) {
  if (end < lyrics_foot) return 0;
  Bytes foot = source.read(end - lyrics_foot, lyrics_foot);
  if (foot.compare(6, 9, "LYRICS200") || foot.find_first_not_of("0123456789") != 6) return 0;
  return std::stoul(foot.substr(0, 6)) + lyrics_foot;
}

}  // namespace

void MusicFile::add(std::unique_ptr<Tag> tag) {
  tags.push_back(tag.get());
  owned.push_back(std::move(tag));
}

MusicFile::MusicFile(const Source &source, const std::string &format) {
  uint64_t start = 0, end = source.size();
  std::vector<std::unique_ptr<Tag>> tail;
  while (owned.size() < most_tags && ID3v2Tag::size_at(source, start)) {
    auto tag = std::make_unique<ID3v2Tag>(source, start);
    start += tag->length;
    add(std::move(tag));
  }
  bool has_v1 = false;
  for (size_t count = 0; count < most_tags && end > start; count++) {
    uint64_t bytes = 0;
    if (!has_v1 && end - start >= ID3v1Tag::size && source.read(end - ID3v1Tag::size, 3) == "TAG") {
      has_v1 = true;
      bytes = ID3v1Tag::size;
      tail.push_back(std::make_unique<ID3v1Tag>(source, end - bytes));
    } else if ((bytes = APETag::size_before(source, end)) && bytes <= end - start) {
      tail.push_back(std::make_unique<APETag>(source, end));
    } else if ((bytes = lyrics_before(source, end))) {
      // It stays as it is.
    } else if (end - start >= 2 * ID3v2Tag::header_bytes && (bytes = ID3v2Tag::size_at(source, end - ID3v2Tag::header_bytes, "3DI"))) {
      if (bytes > end - start) break;
      tail.push_back(std::make_unique<ID3v2Tag>(source, end - bytes));
    }
    if (!bytes || bytes > end - start) break;
    end -= bytes;
  }
  // Readers look at ID3v2 first, then at APE, then at ID3v1.
  for (const char *kind : {"ID3v2", "APE", "ID3v1"}) {
    for (auto &tag : tail) {
      if (tag && tag->kind() == kind) add(std::move(tag));
    }
  }
  auto add_first = [&](std::unique_ptr<Tag> tag) {
    tags.insert(tags.begin(), tag.get());
    owned.push_back(std::move(tag));
  };
  if (format == "flac") {
    add_first(std::make_unique<FLACComments>(source, start, end));
  } else if (format == "oggflac" || format == "vorbis" || format == "opus") {
    auto codec = format == "vorbis" ? OggComments::vorbis : format == "opus" ? OggComments::opus : OggComments::flac;
    add_first(std::make_unique<OggComments>(source, start, end, codec));
  } else if (format == "wav" || format == "aiff") {
    chunks = std::make_unique<RIFFChunks>(source, start, end, format == "aiff");
    auto inner = chunks->tags();
    tags.insert(tags.begin(), inner.begin(), inner.end());
  } else if (format == "aac" || format == "alac" || format == "mp4") {
    add_first(std::make_unique<MP4Tag>(source, start, end));
  } else if (format == "wma") {
    add_first(std::make_unique<ASFTag>(source, start, end));
  } else if (format == "mp3" && end - start >= 4 && source.read(start, 4) == "RIFF") {
    throw Refusal("it is MP3 in a WAVE file, which other programs do not know with a tag in front of it");
  } else {
    add_usual(format, start, end);
  }
}

void MusicFile::add_usual(const std::string &format, uint64_t start, uint64_t end) {
  auto has = [&](const char *kind) { return std::any_of(tags.begin(), tags.end(), [&](Tag *tag) { return tag->kind() == kind; }); };
  std::unique_ptr<Tag> tag;
  if (format == "mp3" || format == "tta") {
    if (has("ID3v2") || (format == "tta" && has("APE"))) return;
    tag = std::make_unique<ID3v2Tag>(start);
  } else if (format == "ape" || format == "wavpack" || format == "musepack") {
    if (has("APE")) return;
    tag = std::make_unique<APETag>(end);
  } else {
    throw Refusal("tags of this format cannot be written");
  }
  tag->is_new = true;
  tags.insert(tags.begin(), tag.get());
  owned.push_back(std::move(tag));
}

void MusicFile::fill_new() {
  if (tags.size() > 1 && tags[0]->is_new) tags[0]->copy(*tags[1]);
}

std::vector<Change> MusicFile::changes() const {
  std::vector<Change> changes;
  for (const auto &tag : owned) tag->add_changes(changes);
  if (chunks) chunks->add_changes(changes);
  auto is_nothing = [](const Change &change) { return !change.length && !change.rope.size(); };
  changes.erase(std::remove_if(changes.begin(), changes.end(), is_nothing), changes.end());
  return changes;
}
