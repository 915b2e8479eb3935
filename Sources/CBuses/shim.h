// The variadic calls of the kernel's SPI, I2C and serial drivers (spidev, i2c-dev, termios). No logic here.
#pragma once
#include <linux/i2c-dev.h>
#include <linux/spi/spidev.h>
#include <pty.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <termios.h>

static inline int cbuses_set_spi_mode(int fd, uint8_t mode) { return ioctl(fd, SPI_IOC_WR_MODE, &mode); }
// One message: as many bytes are received as sent.
static inline int cbuses_transfer(int fd, const uint8_t *sent, uint8_t *received, uint32_t count, uint32_t hertz) {
  struct spi_ioc_transfer transfer = {
      .tx_buf = (uint64_t)(uintptr_t)sent, .rx_buf = (uint64_t)(uintptr_t)received, .len = count, .speed_hz = hertz, .bits_per_word = 8};
  return ioctl(fd, SPI_IOC_MESSAGE(1), &transfer);
}
static inline int cbuses_set_i2c_address(int fd, long address) { return ioctl(fd, I2C_SLAVE, address); }

// Bytes as they come: no echo, no lines, no flow control, 8 bits and one stop bit.
static inline int cbuses_set_raw(int fd, unsigned speed) {
  struct termios settings;
  if (tcgetattr(fd, &settings) != 0) return -1;
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_cflag &= ~(unsigned)(CSTOPB | CRTSCTS);
  if (cfsetspeed(&settings, speed) != 0) return -1;
  return tcsetattr(fd, TCSANOW, &settings);
}

// A pseudo terminal, whose second end has a path of at most 63 bytes: what tests have in place of a serial line.
static inline int cbuses_open_terminal(int *line, int *end, char path[64]) { return openpty(line, end, path, 0, 0); }
