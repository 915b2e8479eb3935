#include "drawing.h"

#include <stdbool.h>
#include <string.h>

#include "picture.h"

// MARK: Several pictures

struct tile {
  unsigned x, y, width, height;
};

#define HALF (SIDE / 2)
static const struct tile tiles[4][4] = {
    {{0, 0, SIDE, SIDE}},
    {{0, 0, HALF, SIDE}, {HALF, 0, HALF, SIDE}},
    {{0, 0, HALF, SIDE}, {HALF, 0, HALF, HALF}, {HALF, HALF, HALF, HALF}},
    {{0, 0, HALF, HALF}, {HALF, 0, HALF, HALF}, {0, HALF, HALF, HALF}, {HALF, HALF, HALF, HALF}},
};

// A high tile shows the middle of its picture, a small one all of it at half the size.
static void place(const unsigned char *from, struct tile tile, unsigned char *square) {
  for (unsigned y = 0; y < tile.height; y++) {
    unsigned char *to = square + ((size_t)(tile.y + y) * SIDE + tile.x) * 3;
    if (tile.height == SIDE) {
      memcpy(to, from + ((size_t)y * SIDE + (SIDE - tile.width) / 2) * 3, (size_t)tile.width * 3);
      continue;
    }
    const unsigned char *above = from + (size_t)2 * y * SIDE * 3, *below = above + SIDE * 3;
    for (unsigned x = 0; x < tile.width * 3; x++) {
      unsigned left = x / 3 * 6 + x % 3;
      to[x] = (unsigned char)((above[left] + above[left + 3] + below[left] + below[left + 3] + 2) / 4);
    }
  }
}

void drawing_of_squares(unsigned char *const *squares, unsigned count, unsigned char *square) {
  for (unsigned index = 0; index < count; index++) place(squares[index], tiles[count - 1][index], square);
}

// MARK: A note

// Whether a place, in units of 1/512 of the side, is inside a head: an ellipse that leans to the right.
static bool is_in_head(double x, double y, double centre_x, double centre_y) {
  double right = x - centre_x, down = y - centre_y;
  // By 20 degrees.
  double along = right * 0.940 - down * 0.342, across = right * 0.342 + down * 0.940;
  return along * along / (50.0 * 50.0) + across * across / (36.0 * 36.0) <= 1;
}

// Two quavers with a beam.
static bool is_in_note(double x, double y) {
  if (is_in_head(x, y, 168, 358) || is_in_head(x, y, 338, 326)) return true;
  // The beam rises by 32 over the 170 between the stems.
  double beam = 150 - (x - 196) * 32 / 170;
  if (x >= 196 && x <= 384 && y >= beam && y <= beam + 44) return true;
  return (x >= 196 && x <= 214 && y >= 150 && y <= 350) || (x >= 366 && x <= 384 && y >= 118 && y <= 318);
}

void drawing_of_colour(unsigned colour, unsigned char *square) {
  unsigned parts[3] = {colour >> 16 & 255, colour >> 8 & 255, colour & 255};
  // A note that is seen: dark in front of a bright colour.
  unsigned brightness = (parts[0] * 299 + parts[1] * 587 + parts[2] * 114) / 1000;
  unsigned ink = brightness > 170 ? 32 : 255;
  for (unsigned y = 0; y < SIDE; y++) {
    for (unsigned x = 0; x < SIDE; x++) {
      // Four by four places of a pixel.
      unsigned covered = 0;
      for (unsigned place = 0; place < 16; place++) {
        covered += is_in_note(x + (place % 4 + 0.5) / 4, y + (place / 4 + 0.5) / 4);
      }
      // From the whole colour to three fifths of it, along the diagonal.
      unsigned share = 1000 - 400 * (x + y) / (2 * SIDE - 2);
      // The note lets a seventh of the colour through.
      unsigned cover = covered * 6, most = 16 * 7;
      for (unsigned part = 0; part < 3; part++) {
        unsigned ground = parts[part] * share / 1000;
        square[((size_t)y * SIDE + x) * 3 + part] = (unsigned char)((ground * (most - cover) + ink * cover) / most);
      }
    }
  }
}
