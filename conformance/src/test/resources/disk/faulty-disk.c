/*
 * Makes file operations below one folder fail, in the process into which this library is preloaded.
 * Operations of the watched kinds are counted; from a given one on they fail, as if the disk had
 * died at that moment, until faulty_disk_heal is called.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { CHANGES = 1, SYNCS = 2, READS = 4, OPENS = 8 };

static char folder[PATH_MAX];
static atomic_int watched;
static atomic_long count;
static atomic_long first_failing;
static atomic_int error_number;

void faulty_disk_watch(const char *path) { snprintf(folder, sizeof folder, "%s/", path); }

/* Fails operations of these kinds, beginning with the one of this number, counted from 1. */
void faulty_disk_fail(int kinds, long from, int error) {
  atomic_store(&count, 0);
  atomic_store(&first_failing, from);
  atomic_store(&error_number, error);
  atomic_store(&watched, kinds);
}

void faulty_disk_heal(void) { atomic_store(&watched, 0); }

long faulty_disk_count(void) { return atomic_load(&count); }

/* RocksDB's own log, which nothing depends on, does not count. */
static int is_inside(const char *path) {
  if (folder[0] == 0 || strncmp(path, folder, strlen(folder)) != 0) return 0;
  return strncmp(strrchr(path, '/'), "/LOG", 4) != 0;
}

static int is_file_inside(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_inside(path);
}

/* Returns 0 if an operation may go on, 1 if it is the first that fails, 2 for later ones. */
static int failing(int kinds) {
  if (!(atomic_load(&watched) & kinds)) return 0;
  long number = atomic_fetch_add(&count, 1) + 1;
  long from = atomic_load(&first_failing);
  if (number < from) return 0;
  errno = atomic_load(&error_number);
  return number == from ? 1 : 2;
}

static int failing_file(int kinds, int file) {
  return (atomic_load(&watched) & kinds) && is_file_inside(file) ? failing(kinds) : 0;
}

static int failing_path(int kinds, const char *path) {
  return (atomic_load(&watched) & kinds) && is_inside(path) ? failing(kinds) : 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The first write that fails leaves half of its bytes. */
ssize_t write(int file, const void *bytes, size_t length) {
  int fails = failing_file(CHANGES, file), error = errno;
  if (!fails) return NEXT(write)(file, bytes, length);
  if (fails == 1) (void)!NEXT(write)(file, bytes, length / 2);
  errno = error;
  return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
  int fails = failing_file(CHANGES, file), error = errno;
  if (!fails) return NEXT(pwrite)(file, bytes, length, at);
  if (fails == 1) (void)!NEXT(pwrite)(file, bytes, length / 2, at);
  errno = error;
  return -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  return pwrite(file, bytes, length, at);
}

int fsync(int file) {
  return failing_file(CHANGES | SYNCS, file) ? -1 : NEXT(fsync)(file);
}

int fdatasync(int file) {
  return failing_file(CHANGES | SYNCS, file) ? -1 : NEXT(fdatasync)(file);
}

int sync_file_range(int file, off64_t at, off64_t length, unsigned int flags) {
  return failing_file(CHANGES | SYNCS, file) ? -1 : NEXT(sync_file_range)(file, at, length, flags);
}

int ftruncate(int file, off_t length) {
  return failing_file(CHANGES, file) ? -1 : NEXT(ftruncate)(file, length);
}

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

int fallocate(int file, int mode, off_t at, off_t length) {
  return failing_file(CHANGES, file) ? -1 : NEXT(fallocate)(file, mode, at, length);
}

int rename(const char *from, const char *to) {
  return failing_path(CHANGES, to) ? -1 : NEXT(rename)(from, to);
}

int link(const char *from, const char *to) {
  return failing_path(CHANGES, to) ? -1 : NEXT(link)(from, to);
}

int unlink(const char *path) {
  return failing_path(CHANGES, path) ? -1 : NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
  return failing_path(CHANGES, path) ? -1 : NEXT(mkdir)(path, mode);
}

static int kinds_of(int flags) { return flags & O_CREAT ? CHANGES | OPENS : OPENS; }

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return failing_path(kinds_of(flags), path) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return failing_path(kinds_of(flags), path) ? -1 : NEXT(open64)(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
  return failing_path(OPENS, path) ? NULL : NEXT(fopen)(path, mode);
}

ssize_t pread(int file, void *bytes, size_t length, off_t at) {
  return failing_file(READS, file) ? -1 : NEXT(pread)(file, bytes, length, at);
}
