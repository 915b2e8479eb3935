// Drawing of a substitute picture, and of several pictures as one.
#pragma once

// A note in front of a colour (0xRRGGBB), which darkens downwards.
void drawing_of_colour(unsigned colour, unsigned char *square);

// One to four squares side by side and above each other; `count` is at least 1.
void drawing_of_squares(unsigned char *const *squares, unsigned count, unsigned char *square);
