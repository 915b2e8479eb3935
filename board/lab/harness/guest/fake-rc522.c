// A reader RC522 at /dev/spidev9.0, made by CUSE: the registers of the chip, and a card that answers as ISO/IEC 14443-3 says.
//
//   fake-rc522 FILE    FILE has the identity of the card in the field in hexadecimal digits: 4 or 7 bytes; nothing: no card
//
// The kernel passes each ioctl on and copies what the answer names, the two buffers of a message among it.
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/spi/spidev.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

// Numbers of registers and bits by the data sheet of the MFRC522 (9.2).
enum { COMMAND = 0x01, INTERRUPTS = 0x04, FIFO = 0x09, FIFO_LEVEL = 0x0A, BIT_FRAMING = 0x0D, TX_CONTROL = 0x14, VERSION = 0x37 };
enum { SOFT_RESET = 0x0F, TRANSCEIVE = 0x0C, FLUSH = 0x80, START_SEND = 0x80, ANTENNA_ON = 3, RECEIVED_IDLE = 0x30, TIMER = 0x01 };
enum { MOST_BYTES = 64, MOST_MESSAGE = 4096, SERVED = 16384 };

static const char *card_file;
static uint8_t registers[64], fifo[MOST_BYTES];
static int fifo_count, cuse;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void reset(void) {
  memset(registers, 0, sizeof registers);
  registers[TX_CONTROL] = 0x80;
  registers[VERSION] = 0x92;
  fifo_count = 0;
}

static int card(uint8_t identity[8]) {
  FILE *file = fopen(card_file, "r");
  int count = 0;
  unsigned byte;
  while (file && count < 8 && fscanf(file, "%2x", &byte) == 1) identity[count++] = (uint8_t)byte;
  if (file) fclose(file);
  return count == 4 || count == 7 ? count : 0;
}

static uint16_t checksum(const uint8_t *bytes, int count) {
  uint16_t value = 0x6363;
  for (int i = 0; i < count; i++) {
    value ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? (uint16_t)(value >> 1 ^ 0x8408) : value >> 1;
  }
  return value;
}

// The answer of the card to what is in the FIFO, in its place; how many bytes.
static int answer(int bits) {
  uint8_t identity[8];
  int count = card(identity);
  if (!count || (registers[TX_CONTROL] & ANTENNA_ON) != ANTENNA_ON) return 0;
  if (fifo_count == 1 && fifo[0] == 0x52 && bits == 7) {
    fifo[0] = count == 4 ? 0x04 : 0x44, fifo[1] = 0x00;
    return 2;
  }
  int level = (fifo[0] - 0x93) / 2;
  if (bits || fifo_count < 2 || (fifo[0] != 0x93 && fifo[0] != 0x95) || (level == 1 && count == 4)) return 0;
  uint8_t part[5] = {0x88};
  if (count == 4) memcpy(part, identity, 4);
  else if (level == 0) memcpy(part + 1, identity, 3);
  else memcpy(part, identity + 3, 4);
  part[4] = part[0] ^ part[1] ^ part[2] ^ part[3];
  if (fifo[1] == 0x20) {
    memcpy(fifo, part, 5);
    return 5;
  }
  uint16_t check = checksum(fifo, 7);
  if (fifo[1] != 0x70 || fifo_count != 9 || memcmp(fifo + 2, part, 5) || fifo[7] != (check & 0xFF) || fifo[8] != check >> 8) return 0;
  fifo[0] = count == 7 && level == 0 ? 0x04 : 0x08;
  check = checksum(fifo, 1);
  fifo[1] = check & 0xFF, fifo[2] = (uint8_t)(check >> 8);
  return 3;
}

static void write_register(int number, uint8_t value) {
  switch (number) {
  case FIFO: if (fifo_count < MOST_BYTES) fifo[fifo_count++] = value; return;
  case FIFO_LEVEL: if (value & FLUSH) fifo_count = 0; return;
  case INTERRUPTS: registers[number] &= (uint8_t)~value; return;
  case COMMAND: if (value == SOFT_RESET) { reset(); return; } break;
  }
  registers[number] = value;
  if (number == BIT_FRAMING && value & START_SEND && registers[COMMAND] == TRANSCEIVE) {
    fifo_count = answer(value & 7);
    registers[INTERRUPTS] |= fifo_count ? RECEIVED_IDLE : TIMER;
  }
}

static uint8_t read_register(int number) {
  if (number == FIFO_LEVEL) return (uint8_t)fifo_count;
  if (number != FIFO) return registers[number];
  if (!fifo_count) return 0;
  uint8_t first = fifo[0];
  memmove(fifo, fifo + 1, (size_t)--fifo_count);
  return first;
}

// The first byte names a register to write the others to, or each byte one whose value the next one brings (8.1.2).
static void transfer(const uint8_t *sent, uint8_t *received, uint32_t count) {
  memset(received, 0, count);
  for (uint32_t i = 1; i < count; i++)
    if (sent[0] & 0x80) received[i] = read_register(sent[i - 1] >> 1 & 0x3F);
    else write_register(sent[0] >> 1 & 0x3F, sent[i]);
}

static void reply(uint64_t unique, int error, const void *one, size_t one_bytes, const void *other, size_t other_bytes) {
  struct fuse_out_header head = {(uint32_t)(sizeof head + one_bytes + other_bytes), error, unique};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)(uintptr_t)one, one_bytes}, {(void *)(uintptr_t)other, other_bytes}};
  if (writev(cuse, parts, 3) < 0 && errno != ENOENT) fail("/dev/cuse");
}

static void control(uint64_t unique, const struct fuse_ioctl_in *in, const uint8_t *data) {
  struct spi_ioc_transfer message;
  struct fuse_ioctl_out out = {0};
  struct fuse_ioctl_iovec wanted[3] = {{in->arg, sizeof message}};
  static uint8_t received[MOST_MESSAGE];
  if (in->cmd == SPI_IOC_WR_MODE) return reply(unique, 0, &out, sizeof out, NULL, 0);
  if (in->cmd != SPI_IOC_MESSAGE(1)) return reply(unique, -ENOTTY, NULL, 0, NULL, 0);
  out.flags = FUSE_IOCTL_RETRY, out.in_iovs = 1;
  if (in->in_size < sizeof message) return reply(unique, 0, &out, sizeof out, wanted, sizeof *wanted);
  memcpy(&message, data, sizeof message);
  if (message.len == 0 || message.len > MOST_MESSAGE) return reply(unique, -EMSGSIZE, NULL, 0, NULL, 0);
  if (in->in_size < sizeof message + message.len) {
    out.in_iovs = 2, out.out_iovs = 1;
    wanted[1] = (struct fuse_ioctl_iovec){message.tx_buf, message.len};
    wanted[2] = (struct fuse_ioctl_iovec){message.rx_buf, message.len};
    return reply(unique, 0, &out, sizeof out, wanted, sizeof wanted);
  }
  transfer(data + sizeof message, received, message.len);
  out = (struct fuse_ioctl_out){.result = (int32_t)message.len};
  reply(unique, 0, &out, sizeof out, received, message.len);
}

static void serve(const struct fuse_in_header *head) {
  static const char name[] = "DEVNAME=spidev9.0";
  const struct cuse_init_out ready = {.major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .flags = CUSE_UNRESTRICTED_IOCTL,
                                      .max_read = MOST_MESSAGE, .max_write = MOST_MESSAGE};
  const struct fuse_open_out opened = {0};
  const struct fuse_ioctl_in *in = (const void *)(head + 1);
  switch (head->opcode) {
  case CUSE_INIT: return reply(head->unique, 0, &ready, sizeof ready, name, sizeof name);
  case FUSE_OPEN: return reply(head->unique, 0, &opened, sizeof opened, NULL, 0);
  case FUSE_RELEASE: return reply(head->unique, 0, NULL, 0, NULL, 0);
  case FUSE_IOCTL: return control(head->unique, in, (const uint8_t *)(in + 1));
  case FUSE_INTERRUPT: return;
  default: return reply(head->unique, -ENOSYS, NULL, 0, NULL, 0);
  }
}

int main(int count, char **words) {
  if (count != 2) return 64;
  card_file = words[1];
  reset();
  cuse = open("/dev/cuse", O_RDWR | O_CLOEXEC);
  if (cuse < 0) fail("/dev/cuse");
  static uint64_t request[SERVED / sizeof(uint64_t)];
  for (;;) {
    ssize_t length = read(cuse, request, sizeof request);
    if (length < 0 && errno == EINTR) continue;
    if (length < (ssize_t)sizeof(struct fuse_in_header)) fail("/dev/cuse");
    serve((const struct fuse_in_header *)request);
  }
}
