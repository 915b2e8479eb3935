#include "picture.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>
#include <png.h>

// Limit of a picture in pixels: a larger one would not fit into the memory of its process.
#define MOST_PIXELS (64ul << 20)
#define MOST_PNG_PIXELS (32ul << 20)
#define QUALITY 85

// Scales one row or column: `from` to `to` of the source, at least one pixel.
struct span {
  unsigned from, to;
};

static struct span span_of(unsigned index, unsigned side) {
  unsigned from = (unsigned)((unsigned long)index * side / SIDE), to = (unsigned)((unsigned long)(index + 1) * side / SIDE);
  return (struct span){from, to > from ? to : from + 1};
}

// Between the four pixels around a place, for pictures that are smaller than the square.
static void enlarge(const unsigned char *pixels, size_t row, unsigned side, unsigned char *square) {
  for (unsigned y = 0; y < SIDE; y++) {
    // In 1/256 of a pixel.
    unsigned long place_y = (unsigned long)y * (side - 1) * 256 / (SIDE - 1);
    unsigned top = (unsigned)(place_y >> 8), bottom = top + 1 < side ? top + 1 : top;
    unsigned long down = place_y & 255;
    for (unsigned x = 0; x < SIDE; x++) {
      unsigned long place_x = (unsigned long)x * (side - 1) * 256 / (SIDE - 1);
      unsigned left = (unsigned)(place_x >> 8), right = left + 1 < side ? left + 1 : left;
      unsigned long across = place_x & 255;
      for (unsigned part = 0; part < 3; part++) {
        unsigned long above = pixels[top * row + left * 3 + part] * (256 - across) + pixels[top * row + right * 3 + part] * across;
        unsigned long below =
            pixels[bottom * row + left * 3 + part] * (256 - across) + pixels[bottom * row + right * 3 + part] * across;
        square[(y * SIDE + x) * 3 + part] = (unsigned char)((above * (256 - down) + below * down + (1 << 15)) >> 16);
      }
    }
  }
}

// The mean of all pixels that become one.
static void reduce(const unsigned char *pixels, size_t row, unsigned side, unsigned char *square) {
  for (unsigned y = 0; y < SIDE; y++) {
    struct span rows = span_of(y, side);
    for (unsigned x = 0; x < SIDE; x++) {
      struct span columns = span_of(x, side);
      unsigned long sum[3] = {0}, count = (unsigned long)(rows.to - rows.from) * (columns.to - columns.from);
      for (unsigned place_y = rows.from; place_y < rows.to; place_y++) {
        const unsigned char *pixel = pixels + place_y * row + columns.from * 3;
        for (unsigned place_x = columns.from; place_x < columns.to; place_x++, pixel += 3) {
          for (unsigned part = 0; part < 3; part++) sum[part] += pixel[part];
        }
      }
      for (unsigned part = 0; part < 3; part++) square[(y * SIDE + x) * 3 + part] = (unsigned char)((sum[part] + count / 2) / count);
    }
  }
}

static void scale(const unsigned char *pixels, unsigned width, unsigned height, unsigned char *square) {
  unsigned side = width < height ? width : height;
  size_t row = (size_t)width * 3;
  const unsigned char *middle = pixels + (height - side) / 2 * row + (width - side) / 2 * 3;
  if (side < SIDE) enlarge(middle, row, side, square);
  else reduce(middle, row, side, square);
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

static bool decode_jpeg(const unsigned char *bytes, size_t count, unsigned char *square) {
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
  jpeg_read_header(&info, TRUE);
  unsigned least = info.image_width < info.image_height ? info.image_width : info.image_height;
  if (least == 0 || (unsigned long)info.image_width * info.image_height > MOST_PIXELS) leave((j_common_ptr)&info);
  info.out_color_space = JCS_RGB;
  // The decoder leaves out what is not needed of a large picture.
  info.scale_num = 1;
  for (info.scale_denom = 8; info.scale_denom > 1 && least / info.scale_denom < SIDE; info.scale_denom /= 2) continue;
  jpeg_start_decompress(&info);
  size_t row = (size_t)info.output_width * 3;
  pixels = malloc(row * info.output_height);
  if (!pixels || info.output_components != 3) leave((j_common_ptr)&info);
  while (info.output_scanline < info.output_height) {
    JSAMPROW line = pixels + info.output_scanline * row;
    jpeg_read_scanlines(&info, &line, 1);
  }
  scale(pixels, info.output_width, info.output_height, square);
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(pixels);
  return true;
}

unsigned char *picture_encode(const unsigned char *square, size_t *count) {
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
  info.image_width = info.image_height = SIDE;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, QUALITY, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < SIDE) {
    JSAMPROW line = (JSAMPROW)square + (size_t)info.next_scanline * SIDE * 3;
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *count = size;
  return bytes;
}

// MARK: PNG

static bool decode_png(const unsigned char *bytes, size_t count, unsigned char *square) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return false;
  unsigned char *pixels = NULL;
  bool is_read = false;
  if (image.width > 0 && image.height > 0 && (unsigned long)image.width * image.height <= MOST_PNG_PIXELS) {
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

bool picture_decode(const unsigned char *bytes, size_t count, unsigned char *square) {
  if (count > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8) return decode_jpeg(bytes, count, square);
  return count > 8 && png_sig_cmp(bytes, 0, 8) == 0 && decode_png(bytes, count, square);
}
