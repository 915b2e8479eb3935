// Pictures as squares of pixels, and squares as a JPEG.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Pixels of a side of a cover, three bytes each.
#define SIDE 512
#define SQUARE_BYTES (SIDE * SIDE * 3)

struct square {
  // Pixels of a side.
  unsigned side;
  // Whether a smaller picture is enlarged; else the side becomes smaller.
  bool is_filled;
  unsigned char *pixels;
};

// The middle square of a JPEG, PNG or WebP, scaled to the side. Answers whether it is whole and within the limits.
bool picture_decode(const unsigned char *bytes, size_t count, struct square *square);

// A JPEG of a square, to be freed, or NULL.
unsigned char *picture_encode(const struct square *square, size_t *count);
