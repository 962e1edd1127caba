/*
 * Makes file operations below one folder fail, in the process into which this library is preloaded.
 * Operations of the watched kinds are counted; from a given one on they fail, as if the disk had
 * died at that moment, until faulty_disk_heal is called. Operations can be delayed, too.
 *
 * Directory entries that no fsync of their folder made durable can be lost, as by a power cut: new
 * files and folders vanish, and what was renamed has its old name again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { CHANGES = 1, SYNCS = 2, READS = 4, OPENS = 8 };
enum { SLICE_MILLIS = 10, NAME_BYTES = 512, ENTRIES_MAX = 4096 };

static char folder[PATH_MAX];
static atomic_int watched;
static atomic_long count;
static atomic_long first_failing;
static atomic_int error_number;
static atomic_int delayed;
static atomic_long delay_millis;

void faulty_disk_watch(const char *path) { snprintf(folder, sizeof folder, "%s/", path); }

/* Fails operations of these kinds, beginning with the one of this number, counted from 1. */
void faulty_disk_fail(int kinds, long from, int error) {
  atomic_store(&count, 0);
  atomic_store(&first_failing, from);
  atomic_store(&error_number, error);
  atomic_store(&watched, kinds);
}

/* Makes operations of these kinds take so long, or until faulty_disk_heal is called. */
void faulty_disk_delay(int kinds, long millis) {
  atomic_store(&delay_millis, millis);
  atomic_store(&delayed, kinds);
}

void faulty_disk_heal(void) {
  atomic_store(&watched, 0);
  atomic_store(&delayed, 0);
}

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

static void pause_if_slow(int kinds) {
  const struct timespec slice = {0, SLICE_MILLIS * 1000000L};
  long left = atomic_load(&delay_millis);
  for (; left > 0 && (atomic_load(&delayed) & kinds); left -= SLICE_MILLIS) nanosleep(&slice, NULL);
}

static int is_affected(int kinds) {
  return (atomic_load(&watched) | atomic_load(&delayed)) & kinds;
}

static int failing_file(int kinds, int file) {
  if (!is_affected(kinds) || !is_file_inside(file)) return 0;
  pause_if_slow(kinds);
  return failing(kinds);
}

static int failing_path(int kinds, const char *path) {
  if (!is_affected(kinds) || !is_inside(path)) return 0;
  pause_if_slow(kinds);
  return failing(kinds);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* A directory entry that is not durable: new, or renamed from another name. */
struct entry {
  char path[NAME_BYTES];
  char former[NAME_BYTES];   /* the name before it was renamed, or empty */
  char replaced[NAME_BYTES]; /* another name of the file that it replaced, or empty */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry entries[ENTRIES_MAX];
static int entry_count, saved_count;
static atomic_int tracking;

/* Forgets all entries, and from now on remembers those that are not durable. */
void faulty_disk_track(void) {
  pthread_mutex_lock(&lock);
  entry_count = 0;
  atomic_store(&tracking, 1);
  pthread_mutex_unlock(&lock);
}

static int is_tracked(const char *path) { return atomic_load(&tracking) && is_inside(path); }

static int is_there(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0;
}

static void remember(const char *path, const char *former, const char *replaced) {
  pthread_mutex_lock(&lock);
  if (entry_count == ENTRIES_MAX) abort();
  struct entry *entry = &entries[entry_count++];
  snprintf(entry->path, NAME_BYTES, "%s", path);
  snprintf(entry->former, NAME_BYTES, "%s", former);
  snprintf(entry->replaced, NAME_BYTES, "%s", replaced);
  pthread_mutex_unlock(&lock);
}

static int is_in_folder(const char *path, const char *parent) {
  size_t length = strrchr(path, '/') - path;
  return length == strlen(parent) && strncmp(path, parent, length) == 0;
}

/* The entries of a folder have become durable. */
static void forget_if_folder(int file) {
  char link[64], path[PATH_MAX];
  struct stat found;
  if (!atomic_load(&tracking) || fstat(file, &found) != 0 || !S_ISDIR(found.st_mode)) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  pthread_mutex_lock(&lock);
  int kept = 0;
  for (int i = 0; i < entry_count; i++) {
    if (!is_in_folder(entries[i].path, path)) entries[kept++] = entries[i];
    else if (entries[i].replaced[0]) NEXT(unlink)(entries[i].replaced);
  }
  entry_count = kept;
  pthread_mutex_unlock(&lock);
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *place) {
  (void)s, (void)type, (void)place;
  return NEXT(remove)(path);
}

/* Loses all entries that are not durable, and returns how many there were. */
int faulty_disk_lose_entries(void) {
  pthread_mutex_lock(&lock);
  atomic_store(&tracking, 0);
  int lost = entry_count;
  while (entry_count > 0) {
    struct entry *entry = &entries[--entry_count];
    if (!entry->former[0]) nftw(entry->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    else if (is_there(entry->path)) NEXT(rename)(entry->path, entry->former);
    if (entry->replaced[0]) NEXT(rename)(entry->replaced, entry->path);
  }
  pthread_mutex_unlock(&lock);
  return lost;
}

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
  if (failing_file(CHANGES | SYNCS, file)) return -1;
  forget_if_folder(file);
  return NEXT(fsync)(file);
}

int fdatasync(int file) {
  if (failing_file(CHANGES | SYNCS, file)) return -1;
  forget_if_folder(file);
  return NEXT(fdatasync)(file);
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
  if (failing_path(CHANGES, to)) return -1;
  if (!is_tracked(to)) return NEXT(rename)(from, to);
  char replaced[NAME_BYTES] = "";
  if (is_there(to)) {
    pthread_mutex_lock(&lock);
    snprintf(replaced, sizeof replaced, "%.400s.replaced%d", folder, saved_count++);
    pthread_mutex_unlock(&lock);
    if (NEXT(link)(to, replaced) != 0) abort();
  }
  int result = NEXT(rename)(from, to);
  if (result == 0) remember(to, from, replaced);
  return result;
}

int link(const char *from, const char *to) {
  if (failing_path(CHANGES, to)) return -1;
  int result = NEXT(link)(from, to);
  if (result == 0 && is_tracked(to)) remember(to, "", "");
  return result;
}

int unlink(const char *path) {
  return failing_path(CHANGES, path) ? -1 : NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
  if (failing_path(CHANGES, path)) return -1;
  int result = NEXT(mkdir)(path, mode);
  if (result == 0 && is_tracked(path)) remember(path, "", "");
  return result;
}

static int kinds_of(int flags) { return flags & O_CREAT ? CHANGES | OPENS : OPENS; }

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  if (failing_path(kinds_of(flags), path)) return -1;
  int is_new = (flags & O_CREAT) && is_tracked(path) && !is_there(path);
  int file = NEXT(open)(path, flags, mode);
  if (is_new && file >= 0) remember(path, "", "");
  return file;
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  if (failing_path(kinds_of(flags), path)) return -1;
  int is_new = (flags & O_CREAT) && is_tracked(path) && !is_there(path);
  int file = NEXT(open64)(path, flags, mode);
  if (is_new && file >= 0) remember(path, "", "");
  return file;
}

FILE *fopen(const char *path, const char *mode) {
  return failing_path(OPENS, path) ? NULL : NEXT(fopen)(path, mode);
}

ssize_t pread(int file, void *bytes, size_t length, off_t at) {
  return failing_file(READS, file) ? -1 : NEXT(pread)(file, bytes, length, at);
}
