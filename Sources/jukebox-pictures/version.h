// A test compares it with that of the other programs.
#pragma once
#define VERSION "0.1.0"
