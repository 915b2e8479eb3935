#include "picture.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>
#include <png.h>
#include <webp/decode.h>

// Limit of a picture in pixels: a larger one would not fit into the memory of its process.
#define MOST_PIXELS (64ul << 20)
// Of a decoder that makes all of them.
#define MOST_WHOLE_PIXELS (32ul << 20)
#define QUALITY 80

// Scales one row or column: `from` to `to` of the source, at least one pixel.
struct span {
  unsigned from, to;
};

static struct span span_of(unsigned index, unsigned side, unsigned wanted) {
  unsigned from = (unsigned)((unsigned long)index * side / wanted), to = (unsigned)((unsigned long)(index + 1) * side / wanted);
  return (struct span){from, to > from ? to : from + 1};
}

// Between the four pixels around a place, for pictures that are smaller than the square.
static void enlarge(const unsigned char *pixels, size_t row, unsigned side, struct square *square) {
  unsigned wanted = square->side;
  for (unsigned y = 0; y < wanted; y++) {
    // In 1/256 of a pixel.
    unsigned long place_y = (unsigned long)y * (side - 1) * 256 / (wanted - 1);
    unsigned top = (unsigned)(place_y >> 8), bottom = top + 1 < side ? top + 1 : top;
    unsigned long down = place_y & 255;
    for (unsigned x = 0; x < wanted; x++) {
      unsigned long place_x = (unsigned long)x * (side - 1) * 256 / (wanted - 1);
      unsigned left = (unsigned)(place_x >> 8), right = left + 1 < side ? left + 1 : left;
      unsigned long across = place_x & 255;
      for (unsigned part = 0; part < 3; part++) {
        unsigned long above = pixels[top * row + left * 3 + part] * (256 - across) + pixels[top * row + right * 3 + part] * across;
        unsigned long below =
            pixels[bottom * row + left * 3 + part] * (256 - across) + pixels[bottom * row + right * 3 + part] * across;
        square->pixels[(y * wanted + x) * 3 + part] = (unsigned char)((above * (256 - down) + below * down + (1 << 15)) >> 16);
      }
    }
  }
}

// The mean of all pixels that become one.
static void reduce(const unsigned char *pixels, size_t row, unsigned side, struct square *square) {
  unsigned wanted = square->side;
  for (unsigned y = 0; y < wanted; y++) {
    struct span rows = span_of(y, side, wanted);
    for (unsigned x = 0; x < wanted; x++) {
      struct span columns = span_of(x, side, wanted);
      unsigned long sum[3] = {0}, count = (unsigned long)(rows.to - rows.from) * (columns.to - columns.from);
      for (unsigned place_y = rows.from; place_y < rows.to; place_y++) {
        const unsigned char *pixel = pixels + place_y * row + columns.from * 3;
        for (unsigned place_x = columns.from; place_x < columns.to; place_x++, pixel += 3) {
          for (unsigned part = 0; part < 3; part++) sum[part] += pixel[part];
        }
      }
      for (unsigned part = 0; part < 3; part++) square->pixels[(y * wanted + x) * 3 + part] = (unsigned char)((sum[part] + count / 2) / count);
    }
  }
}

static void scale(const unsigned char *pixels, unsigned width, unsigned height, struct square *square) {
  unsigned side = width < height ? width : height;
  size_t row = (size_t)width * 3;
  const unsigned char *middle = pixels + (height - side) / 2 * row + (width - side) / 2 * 3;
  if (side < square->side) enlarge(middle, row, side, square);
  else reduce(middle, row, side, square);
}

// Whether the sides of a picture are within a limit. A thumbnail never becomes larger than its picture.
static bool accept(unsigned long width, unsigned long height, unsigned long most_pixels, struct square *square) {
  if (width == 0 || height == 0 || width > most_pixels / height) return false;
  unsigned long least = width < height ? width : height;
  if (!square->is_filled && least < square->side) square->side = (unsigned)least;
  return true;
}

// MARK: JPEG

struct jpeg_escape {
  struct jpeg_error_mgr manager;
  jmp_buf place;
};

static void leave(j_common_ptr info) { longjmp(((struct jpeg_escape *)info->err)->place, 1); }

// A picture that breaks off is none.
static void warn(j_common_ptr info, int level) {
  if (level < 0 && (info->err->msg_code == JWRN_JPEG_EOF || info->err->msg_code == JWRN_HIT_MARKER)) leave(info);
}

static void say_nothing(j_common_ptr info) { (void)info; }

// Makes RGB of CMYK. Adobe's programs write it inverted.
static void convert_cmyk(const unsigned char *from, unsigned width, bool is_inverted, unsigned char *to) {
  for (unsigned x = 0; x < width; x++, from += 4, to += 3) {
    unsigned black = is_inverted ? from[3] : 255u - from[3];
    for (unsigned part = 0; part < 3; part++) {
      to[part] = (unsigned char)((is_inverted ? from[part] : 255u - from[part]) * black / 255);
    }
  }
}

// MARK: Orientation

// A number of Exif data, in either order of bytes; 0 after their end.
static unsigned number(const unsigned char *data, size_t count, size_t place, unsigned bytes, bool is_little) {
  unsigned value = 0;
  if (place > count || count - place < bytes) return 0;
  for (unsigned index = 0; index < bytes; index++) value = value << 8 | data[place + (is_little ? bytes - 1 - index : index)];
  return value;
}

// The orientation of a photograph (Exif 2.32, tag 0x0112): 1 to 8, 1 if nothing is said.
static unsigned orientation_of(jpeg_saved_marker_ptr marker) {
  static const char head[6] = "Exif\0";
  for (; marker; marker = marker->next) {
    if (marker->data_length < 14 || memcmp(marker->data, head, sizeof head) != 0) continue;
    const unsigned char *data = marker->data + sizeof head;
    size_t count = marker->data_length - sizeof head, list;
    bool is_little = data[0] == 'I';
    list = number(data, count, 4, 4, is_little);
    unsigned entries = number(data, count, list, 2, is_little);
    for (unsigned entry = 0; entry < entries && list + 2 + entry * 12ul < count; entry++) {
      size_t place = list + 2 + entry * 12ul;
      unsigned value = number(data, count, place + 8, 2, is_little);
      if (number(data, count, place, 2, is_little) == 0x0112 && value >= 1 && value <= 8) return value;
    }
  }
  return 1;
}

// Turns and mirrors a square as an orientation says.
static void turn(struct square *square, unsigned orientation) {
  size_t side = square->side, bytes = side * side * 3;
  unsigned char *before = orientation > 1 ? malloc(bytes) : NULL;
  if (!before) return;
  memcpy(before, square->pixels, bytes);
  for (size_t y = 0; y < side; y++) {
    for (size_t x = 0; x < side; x++) {
      size_t across = side - 1 - x, down = side - 1 - y;
      size_t from[9][2] = {{0}, {x, y}, {across, y}, {across, down}, {x, down}, {y, x}, {y, across}, {down, across}, {down, x}};
      memcpy(square->pixels + (y * side + x) * 3, before + (from[orientation][1] * side + from[orientation][0]) * 3, 3);
    }
  }
  free(before);
}

static bool decode_jpeg(const unsigned char *bytes, size_t count, struct square *square) {
  struct jpeg_decompress_struct info;
  struct jpeg_escape escape;
  unsigned char *volatile pixels = NULL;
  info.err = jpeg_std_error(&escape.manager);
  escape.manager.error_exit = leave;
  escape.manager.emit_message = warn;
  escape.manager.output_message = say_nothing;
  if (setjmp(escape.place)) {
    jpeg_destroy_decompress(&info);
    free(pixels);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_save_markers(&info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&info, TRUE);
  if (!accept(info.image_width, info.image_height, MOST_PIXELS, square)) leave((j_common_ptr)&info);
  unsigned least = info.image_width < info.image_height ? info.image_width : info.image_height;
  // The decoder converts each to RGB but those with four parts.
  bool is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
  // The decoder leaves out what is not needed of a large picture.
  info.scale_num = 1;
  for (info.scale_denom = 8; info.scale_denom > 1 && least / info.scale_denom < square->side; info.scale_denom /= 2) continue;
  jpeg_start_decompress(&info);
  size_t row = (size_t)info.output_width * 3;
  size_t colours = is_cmyk ? (size_t)info.output_width * 4 : 0;
  pixels = malloc(row * info.output_height + colours);
  if (!pixels || info.output_components != (is_cmyk ? 4 : 3)) leave((j_common_ptr)&info);
  while (info.output_scanline < info.output_height) {
    unsigned char *to = pixels + info.output_scanline * row;
    JSAMPROW line = is_cmyk ? pixels + row * info.output_height : to;
    jpeg_read_scanlines(&info, &line, 1);
    if (is_cmyk) convert_cmyk(line, info.output_width, info.saw_Adobe_marker, to);
  }
  scale(pixels, info.output_width, info.output_height, square);
  turn(square, orientation_of(info.marker_list));
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(pixels);
  return true;
}

unsigned char *picture_encode(const struct square *square, size_t *count) {
  struct jpeg_compress_struct info;
  struct jpeg_escape escape;
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  info.err = jpeg_std_error(&escape.manager);
  escape.manager.error_exit = leave;
  if (setjmp(escape.place)) {
    jpeg_destroy_compress(&info);
    return NULL;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = info.image_height = square->side;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, QUALITY, TRUE);
  info.optimize_coding = TRUE;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW line = (JSAMPROW)square->pixels + (size_t)info.next_scanline * square->side * 3;
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *count = size;
  return bytes;
}

// MARK: PNG

static bool decode_png(const unsigned char *bytes, size_t count, struct square *square) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return false;
  unsigned char *pixels = NULL;
  bool is_read = false;
  if (accept(image.width, image.height, MOST_WHOLE_PIXELS, square)) {
    image.format = PNG_FORMAT_RGB;
    pixels = malloc(PNG_IMAGE_SIZE(image));
    // Transparent pixels become white.
    png_color white = {255, 255, 255};
    is_read = pixels && png_image_finish_read(&image, &white, pixels, 0, NULL);
  }
  if (is_read) scale(pixels, image.width, image.height, square);
  png_image_free(&image);
  free(pixels);
  return is_read;
}

// MARK: WebP

static bool decode_webp(const unsigned char *bytes, size_t count, struct square *square) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) return false;
  unsigned width = (unsigned)config.input.width, height = (unsigned)config.input.height;
  if (config.input.has_animation || !accept(width, height, MOST_WHOLE_PIXELS, square)) return false;
  unsigned least = width < height ? width : height;
  if (least > square->side) {
    // The decoder keeps only the scaled pixels of a large picture.
    width = (unsigned)(((unsigned long)width * square->side + least - 1) / least);
    height = (unsigned)(((unsigned long)height * square->side + least - 1) / least);
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)width;
    config.options.scaled_height = (int)height;
  }
  // The parts are multiplied by what is not transparent.
  config.output.colorspace = MODE_rgbA;
  bool is_read = WebPDecode(bytes, count, &config) == VP8_STATUS_OK;
  if (is_read) {
    // Transparent pixels become white, in place of their four bytes.
    unsigned char *pixels = config.output.u.RGBA.rgba;
    for (size_t place = 0; place < (size_t)width * height; place++) {
      unsigned char *from = pixels + place * 4, *to = pixels + place * 3, white = (unsigned char)(255 - from[3]);
      for (unsigned part = 0; part < 3; part++) to[part] = (unsigned char)(from[part] + white);
    }
    scale(pixels, width, height, square);
  }
  WebPFreeDecBuffer(&config.output);
  return is_read;
}

bool picture_decode(const unsigned char *bytes, size_t count, struct square *square) {
  if (count > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8) return decode_jpeg(bytes, count, square);
  if (count > 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) return decode_webp(bytes, count, square);
  return count > 8 && png_sig_cmp(bytes, 0, 8) == 0 && decode_png(bytes, count, square);
}
