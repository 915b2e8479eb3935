// Pictures as squares of pixels, and squares as a JPEG.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Pixels of a side, three bytes each.
#define SIDE 512
#define SQUARE_BYTES (SIDE * SIDE * 3)

// The middle square of a JPEG or PNG, scaled. Answers whether it is whole and within the limits.
bool picture_decode(const unsigned char *bytes, size_t count, unsigned char *square);

// A JPEG of a square, to be freed, or NULL.
unsigned char *picture_encode(const unsigned char *square, size_t *count);
