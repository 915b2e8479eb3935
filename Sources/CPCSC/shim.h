// The calls of PC/SC (winscard.h) that are used, as libpcsclite on Linux has them. Its pkg-config file has a flag that SwiftPM warns of,
// and its headers are not found without. No logic here.
#pragma once

struct cpcsc_protocol {
  unsigned long protocol, length;
};
struct cpcsc_state {
  const char *reader;
  void *user;
  unsigned long known, event, length;
  unsigned char answer[33];
};
long SCardEstablishContext(unsigned long scope, const void *, const void *, long *context);
long SCardReleaseContext(long context);
long SCardListReaders(long context, const char *groups, char *names, unsigned long *length);
long SCardConnect(long context, const char *reader, unsigned long sharing, unsigned long protocols, long *card, unsigned long *protocol);
long SCardDisconnect(long card, unsigned long disposition);
long SCardTransmit(long card, const struct cpcsc_protocol *, const unsigned char *sent, unsigned long count, struct cpcsc_protocol *,
                   unsigned char *received, unsigned long *length);
long SCardGetStatusChange(long context, unsigned long milliseconds, struct cpcsc_state *, unsigned long count);
