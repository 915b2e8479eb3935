"""Databases that lie, point elsewhere or act. The stick was in a jukebox before, and somebody changed its database."""
import os
import pathlib
import random
import shutil
import socket
import sqlite3
import stat
import struct

from lib import work_folder

from .stick import LeftOut, kind

MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
CANARY = "CREATE TABLE canary (x);"


def header(stick, offset, content):
    """Overwrites bytes of the database file."""
    with open(stick.database, "r+b") as file:
        file.seek(offset)
        file.write(content)


def root_page(stick, name):
    database = sqlite3.connect(stick.database)
    number = database.execute("select rootpage from sqlite_schema where name = ?", (name,)).fetchone()[0]
    database.close()
    return number


def schema_rows(stick, sql):
    """Writes into sqlite_schema itself, and takes care that it is read again."""
    stick.sql(f"PRAGMA writable_schema = ON; {sql}; PRAGMA writable_schema = OFF;")


def unchecked(stick, sql, *tables):
    """Runs SQL on tables that are not STRICT meanwhile, so that values of any type can be had."""
    names = ", ".join(f"'{table}'" for table in tables)
    schema_rows(stick, f"UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name IN ({names})")
    stick.sql(f"PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; {sql}")
    schema_rows(stick, f"UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name IN ({names})")


def super_journal(name, body=b""):
    """The end of a rollback journal that names a further file, which SQLite deletes once it has taken it back."""
    name = os.fsencode(name)
    start = (MAGIC + bytes(4) + b"\0\0\0\1" + b"\0\0\0\1" + b"\0\0\2\0" + b"\0\0\x10\0").ljust(512, b"\0")
    return start + body + b"\0\0\0\1" + name + len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + MAGIC


@kind(quick=True, says="set aside")
def journal_with_a_master_outside(stick):
    """a hot rollback journal that names a file outside, which SQLite would delete"""
    stick.used()
    (stick.box / "library.sqlite-journal").write_bytes(super_journal(stick.canary / "precious"))


@kind(says="set aside")
def journal_without_a_database(stick):
    """a hot rollback journal and a log where there is no database, both of another one"""
    stick.box.mkdir()
    (stick.box / "library.sqlite-journal").write_bytes(super_journal(stick.canary / "library.sqlite"))
    (stick.box / "library.sqlite-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(range(256)) * 40)


@kind(says="set aside")
def journal_of_another_database(stick):
    """a valid rollback journal of a database with triggers, under our name"""
    stick.used()
    with work_folder() as work:
        other = pathlib.Path(work, "library.sqlite")
        database = sqlite3.connect(other, isolation_level=None)
        database.executescript(CANARY + "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(100000));"
                               "PRAGMA cache_size = 2; CREATE TRIGGER tracks AFTER INSERT ON t BEGIN "
                               "INSERT INTO canary VALUES (1); END; BEGIN; UPDATE t SET x = randomblob(100000);")
        shutil.copy(f"{other}-journal", stick.box / "library.sqlite-journal")
        database.execute("ROLLBACK")
        database.close()


@kind()
def log_with_a_trigger(stick):
    """a valid log of our own database that brings triggers along"""
    stick.used()
    with work_folder() as work:
        other = pathlib.Path(work, "library.sqlite")
        shutil.copy(stick.database, other)
        database = sqlite3.connect(other, isolation_level=None)
        database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;" + CANARY +
            "CREATE TRIGGER t AFTER UPDATE ON volume BEGIN INSERT INTO canary VALUES (1); END;"
            "CREATE TRIGGER u AFTER INSERT ON tracks BEGIN INSERT INTO canary VALUES (1); END;")
        shutil.copy(other, stick.database)
        shutil.copy(f"{other}-wal", stick.box / "library.sqlite-wal")
        database.close()


@kind()
def log_of_another_database(stick):
    """the valid log of a database of another program beside ours"""
    stick.used()
    with work_folder() as work:
        other = pathlib.Path(work, "x.sqlite")
        database = sqlite3.connect(other, isolation_level=None)
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE tracks (x);"
                               "INSERT INTO tracks VALUES (randomblob(300000));")
        shutil.copy(f"{other}-wal", stick.box / "library.sqlite-wal")
        database.close()


@kind()
def log_without_an_end(stick):
    """a log of a gigabyte, nearly all of it a hole"""
    stick.used()
    stick.sparse(".jukebox/library.sqlite-wal", 1 << 30, b"\x37\x7f\x06\x82" + bytes(range(28)) * 9)


@kind()
def shared_memory_planted(stick):
    """a shared-memory file of noise, and another that is a link to a file outside"""
    stick.used()
    (stick.box / "library.sqlite-shm").symlink_to(stick.canary / "precious")
    (stick.box / "library.sqlite.foreign-1-shm").write_bytes(os.urandom(32768))


def in_place(name, doc, make, quick=False):
    """Something that is no file where the database should be."""
    def build(stick):
        stick.used()
        stick.database.unlink()
        make(stick, stick.database)
    build.__name__, build.__doc__ = name, doc
    kind(quick=quick, says="set aside")(build)


def full_folder(_, place):
    (place / "inner").mkdir(parents=True)
    (place / "inner/file").write_text("full")


def socket_at(_, place):
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.getcwd()
        os.chdir(place.parent)
        try:
            listener.bind(place.name)
        finally:
            os.chdir(here)


def device_at(_, place):
    try:
        os.mknod(place, stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError as error:
        raise LeftOut(f"no right to make a device: {error}") from error


in_place("database_is_a_link_outside", "the database is a link to a database outside",
         lambda stick, place: place.symlink_to(stick.canary / "library.sqlite"), quick=True)
in_place("database_is_a_link_to_a_song", "the database is a hard link to a song of the stick",
         lambda stick, place: os.link(stick.path / "good.flac", place))
in_place("database_is_a_pipe", "the database is a pipe that nobody writes into", lambda _, place: os.mkfifo(place))
in_place("database_is_a_socket", "the database is a socket", socket_at)
in_place("database_is_a_device", "the database is a device (/dev/zero)", device_at)
in_place("database_is_a_folder", "the database is a folder with files in it", full_folder)


@kind(quick=True)
def box_folder_is_a_link(stick):
    """.jukebox is a link to a folder outside, and the name it would be set aside under is taken"""
    stick.box.symlink_to(stick.canary)
    (stick.path / ".jukebox.not-a-folder/full").mkdir(parents=True)


@kind()
def box_folder_is_a_file(stick):
    """.jukebox is a file"""
    stick.write(".jukebox", b"no folder")


@kind()
def box_folder_is_a_pipe(stick):
    """.jukebox is a pipe"""
    os.mkfifo(stick.box)


@kind()
def box_folder_is_crowded(stick):
    """.jukebox holds 100,000 files"""
    stick.used()
    for number in range(100_000 // stick.extent):
        (stick.box / f"library.sqlite-{number}").touch()


@kind(quick=True, says="corrupt")
def names_aside_are_taken(stick):
    """the database is none, and every name it would be set aside under is a full folder"""
    stick.used()
    stick.database.write_bytes(b"no database at all")
    for number in range(1, 5):
        for reason in ("corrupt", "foreign", "newer", "planted", "not-a-file"):
            full_folder(None, stick.box / f"library.sqlite.{reason}-{number}")


@kind(says="set aside")
def triggers(stick):
    """triggers on every table of ours"""
    stick.used()
    stick.sql(CANARY + "".join(
        f"CREATE TRIGGER {table}_{what} {when} {what} ON {table} BEGIN INSERT INTO canary VALUES ('{table}'); END;"
        for table in ("volume", "folders", "tracks", "carried", "carried_queue", "prints", "seek_indexes", "text_index")
        for what in ("INSERT", "UPDATE", "DELETE") for when in ("AFTER",)))


@kind(quick=True, says="set aside")
def views_named_like_tables(stick):
    """views in place of our tables, with functions that load, write and edit files"""
    stick.used()
    outside = stick.canary / "written"
    stick.sql("PRAGMA foreign_keys = OFF; DROP TABLE tracks; DROP TABLE volume;" + CANARY + f"""
        CREATE VIEW tracks AS SELECT load_extension('{stick.canary}/evil.so') AS id, writefile('{outside}', 'x') AS name,
          edit('x', 'touch {outside}') AS folder, readfile('{stick.canary}/precious') AS title;
        CREATE VIEW volume AS SELECT 1 AS one, zeroblob(16) AS identity, 'x' AS name,
          fts3_tokenizer('x', x'4141414141414141') AS changes;
        CREATE TRIGGER into_view INSTEAD OF INSERT ON tracks BEGIN INSERT INTO canary VALUES (1); END;""")


@kind(says="set aside")
def view_without_an_end(stick):
    """a view that counts for ever in place of a table"""
    stick.used()
    stick.sql("""PRAGMA foreign_keys = OFF; DROP TABLE text_index; CREATE VIEW text_index AS
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS version, x AS unicode FROM n;""")


@kind(says="set aside")
def virtual_tables(stick):
    """virtual tables: fts5 over foreign content, rtree, fts3, dbstat, and one of a module that is nowhere"""
    stick.used()
    stick.sql(CANARY + """CREATE VIRTUAL TABLE a USING fts5 (x, content = 'sqlite_schema');
        CREATE VIRTUAL TABLE b USING rtree (x, y, z); CREATE VIRTUAL TABLE d USING dbstat;""")
    schema_rows(stick, "INSERT INTO sqlite_schema VALUES ('table', 'e', 'e', 0, 'CREATE VIRTUAL TABLE e USING "
                f"csv (filename=''{stick.canary}/precious'')')")


@kind(says="set aside")
def search_tables_over_foreign_content(stick):
    """the text index `songs` made over another table's content, whose columns are functions"""
    stick.used()
    stick.sql("DROP TABLE words; DROP TABLE songs; CREATE TABLE content (title, artist, album, album_artist, genre, composer);"
              "CREATE VIRTUAL TABLE songs USING fts5 (title, artist, album, album_artist, genre, composer, "
              "content = 'content', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2');")


@kind(says="set aside")
def generated_columns(stick):
    """generated columns that run a function on every row that is read or written"""
    stick.used()
    stick.sql("ALTER TABLE tracks ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(1 << 20)) || size) VIRTUAL;")


@kind(says="set aside")
def functions_in_indexes(stick):
    """functions in indexes of expressions, in partial indexes, in checks and in defaults"""
    stick.used()
    stick.sql("CREATE INDEX i ON tracks (hex(zeroblob(size))); CREATE INDEX j ON tracks (id) WHERE length(hex(name)) > 3;"
              "CREATE TABLE more (x DEFAULT (hex(zeroblob(100000000))), CHECK (length(hex(x)) > 1));")


@kind(says="set aside")
def schema_that_is_code(stick):
    """rows of sqlite_schema whose SQL attaches, writes and is no SQL"""
    stick.used()
    schema_rows(stick, f"""
        INSERT INTO sqlite_schema VALUES ('table', 'a', 'a', 3, 'ATTACH ''{stick.canary}/new.sqlite'' AS x');
        INSERT INTO sqlite_schema VALUES ('trigger', 'b', 'tracks', 0, 'CREATE TRIGGER b AFTER INSERT ON tracks BEGIN
          SELECT writefile(''{stick.canary}/new'', 1); END')""")


@kind()
def schema_that_is_senseless(stick):
    """rows of sqlite_schema with pages that are none, types that are none, NULL, blobs and numbers"""
    stick.used()
    schema_rows(stick, """
        UPDATE sqlite_schema SET rootpage = -7 WHERE name = 'prints';
        UPDATE sqlite_schema SET rootpage = 4000000000 WHERE name = 'carried';
        INSERT INTO sqlite_schema VALUES (NULL, x'ff00', 9.5, 'x', NULL);
        INSERT INTO sqlite_schema VALUES ('index', 'tracks', 'tracks', 1, 'CREATE INDEX tracks ON tracks (nothing)')""")


@kind(says="set aside")
def schema_of_20000_tables(stick):
    """a schema of 20,000 tables"""
    stick.used()
    count = 20_000 // stick.extent
    schema_rows(stick, f"""WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {count})
        INSERT INTO sqlite_schema SELECT 'table', 't' || x, 't' || x, 2, 'CREATE TABLE t' || x || ' (x)' FROM n""")


@kind()
def schema_of_megabytes(stick):
    """one statement of the schema is 30 MB of text, another nested 20,000 deep"""
    stick.used()
    schema_rows(stick, """
        INSERT INTO sqlite_schema VALUES ('table', 'a', 'a', 2, 'CREATE TABLE a (x /*' || hex(zeroblob(15000000)) || '*/)');
        INSERT INTO sqlite_schema VALUES ('view', 'b', 'b', 0, 'CREATE VIEW b AS SELECT ' ||
          replace(hex(zeroblob(10000)), '0', '(') || '1' || replace(hex(zeroblob(10000)), '0', ')'))""")


@kind(says="set aside")
def statistics_planted(stick):
    """statistics for the planner that are absurd"""
    stick.used()
    stick.sql("ANALYZE; UPDATE sqlite_stat1 SET stat = '9223372036854775807 0 0 -1 sz=0 unordered noskipscan';")


def remade(stick, pragmas):
    """The database written again with other properties of the file."""
    stick.used()
    stick.sql(f"PRAGMA journal_mode = DELETE; {pragmas}; VACUUM;")


@kind()
def pages_of_512_bytes(stick):
    """the smallest pages that there are"""
    remade(stick, "PRAGMA page_size = 512")


@kind()
def pages_of_65536_bytes(stick):
    """the largest pages that there are"""
    remade(stick, "PRAGMA page_size = 65536")


@kind()
def automatic_vacuum(stick):
    """pointer maps (auto_vacuum) that are wrong"""
    remade(stick, "PRAGMA auto_vacuum = FULL")
    header(stick, 4096 + 100, os.urandom(2000))


@kind()
def text_in_utf_16(stick):
    """all text kept as UTF-16"""
    stick.used()
    with work_folder() as work:
        other = pathlib.Path(work, "x.sqlite")
        source, target = sqlite3.connect(stick.database), sqlite3.connect(other, isolation_level=None)
        target.execute("PRAGMA encoding = 'UTF-16le'")
        target.executescript(";\n".join(
            row[0] for row in source.execute("select sql from sqlite_schema where sql is not null and name not like 'songs_%' "
                                             "and name not like 'paths_%' and name not like 'trigrams_%'")))
        for pragma in ("user_version", "application_id"):
            target.execute(f"PRAGMA {pragma} = {source.execute(f'PRAGMA {pragma}').fetchone()[0]}")
        target.execute("INSERT INTO volume (one, identity, name) VALUES (1, randomblob(16), char(55357))")
        target.close()
        shutil.copy(other, stick.database)


@kind()
def header_that_lies(stick):
    """a header with absurd counts of pages, free pages and reserved bytes"""
    stick.used()
    header(stick, 28, struct.pack(">IIII", 0xFFFFFFFE, 0xFFFFFFFE, 0x7FFFFFFF, 0))


@kind()
def header_of_another_time(stick):
    """a header with unknown formats of file and schema and 200 reserved bytes a page"""
    stick.used()
    header(stick, 18, bytes([9, 9, 200]))
    header(stick, 44, struct.pack(">I", 77))


@kind()
def free_pages_in_a_ring(stick):
    """a list of free pages that leads back to itself, and to pages in use"""
    stick.used()
    stick.sql("CREATE TABLE x (y); INSERT INTO x VALUES (zeroblob(200000)); DROP TABLE x;")
    first = struct.unpack(">I", stick.database.read_bytes()[32:36])[0]
    header(stick, (first - 1) * 4096, struct.pack(">III", first, 2, root_page(stick, "tracks")) + struct.pack(">I", 1))


@kind()
def overflow_in_a_ring(stick):
    """a value whose chain of pages leads back to its beginning, and claims gigabytes"""
    stick.used()
    stick.sql("UPDATE tracks SET title = hex(zeroblob(40000)) WHERE id = (SELECT min(id) FROM tracks);")
    content = stick.database.read_bytes()
    size = 4096
    pages = [index for index in range(len(content) // size) if content[index * size + 4:index * size + 4 + 4000] == b"0" * 4000]
    for page in pages:
        header(stick, page * size, struct.pack(">I", pages[0] + 1))


@kind()
def tree_in_a_ring(stick):
    """a table whose pages are their own children"""
    stick.used()
    page = root_page(stick, "tracks")
    body = struct.pack(">BHHHBI", 5, 0, 1, 4000, 0, page) + struct.pack(">H", 4000)
    header(stick, (page - 1) * 4096, body)
    header(stick, (page - 1) * 4096 + 4000, struct.pack(">I", page) + b"\x05")


@kind()
def pages_shared(stick):
    """two tables and an index that begin in the same page"""
    stick.used()
    schema_rows(stick, "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'tracks') "
                "WHERE name IN ('folders', 'tracks_in_order', 'prints', 'songs_data')")


@kind(says="set aside")
def of_another_program(stick):
    """the database of another program"""
    stick.box.mkdir()
    stick.sql("CREATE TABLE tracks (name, path); INSERT INTO tracks VALUES ('x', '../../etc/passwd');")


@kind(says="later version")
def of_a_later_version(stick):
    """a database of a version that is not written yet"""
    stick.used()
    stick.sql("PRAGMA user_version = 2147483647;")


@kind()
def half_copied(stick):
    """the first half of a database"""
    stick.used()
    os.truncate(stick.database, stick.database.stat().st_size // 2 + 123)


@kind()
def half_full_of_zeros(stick):
    """a database whose second half is zeros, as a stick leaves one that was pulled"""
    stick.used()
    size = stick.database.stat().st_size
    os.truncate(stick.database, size // 8192 * 4096)
    os.truncate(stick.database, size)


@kind()
def all_zeros(stick):
    """a database of zeros"""
    stick.box.mkdir()
    stick.database.write_bytes(bytes(100_000))


@kind(says="set aside")
def noise(stick):
    """a database of random bytes after the right beginning"""
    stick.used()
    stick.database.write_bytes(stick.database.read_bytes()[:100] + random.Random(7).randbytes(300_000))


@kind()
def noise_in_places(stick):
    """a database with random bytes in a hundred places"""
    stick.used()
    dice = random.Random(8)
    for _ in range(100):
        header(stick, dice.randrange(4096, stick.database.stat().st_size - 8), dice.randbytes(8))


@kind()
def a_terabyte_long(stick):
    """a database with a hole of a terabyte after it"""
    stick.used()
    stick.sparse(".jukebox/library.sqlite", 1 << 40, stick.database.read_bytes())


@kind()
def value_of_100_megabytes(stick):
    """a title of 100 MB of zeros"""
    stick.used()
    stick.sql("UPDATE tracks SET title = hex(zeroblob(50000000)) WHERE id = (SELECT min(id) FROM tracks);")


@kind()
def rows_of_megabytes(stick):
    """300 songs with titles of 3.9 MB, each just not too long"""
    stick.used()
    rows(stick, 300, "hex(zeroblob(1950000))")


@kind()
def rows_of_64_kilobytes(stick):
    """100 songs with further tags of 49,000 bytes and a title of 60,000, each as long as may be"""
    stick.used()
    rows(stick, 100, "hex(zeroblob(30000))", "'1' || char(31) || hex(zeroblob(24500))")


def rows(stick, count, title, more="NULL"):
    """Songs that are known; the first of them are there, too, so that no scan takes them for gone or changed."""
    columns = "folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, format, rate, channels, title, more, reader"
    stick.sql(f"""WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {count})
        INSERT INTO tracks ({columns}) SELECT 1, CAST(x || '.flac' AS BLOB), 0, CAST(x AS BLOB), x || '.flac', 9, 9, x, 1,
          44100, 2, {title}, {more}, 99 FROM n;""")
    for number in range(1, min(count, 400) + 1):
        path = stick.path / f"{number}.flac"
        path.write_bytes(b"123456789")
        os.utime(path, ns=(9, 9))


@kind(seconds=120)
def songs_that_are_not_there(stick):
    """300,000 songs that are not on the stick"""
    stick.used()
    rows(stick, 300_000 // stick.extent, "'x'")


@kind()
def values_of_other_types(stick):
    """text where numbers belong, blobs where text belongs, NULL where nothing may be missing"""
    stick.used()
    unchecked(stick, """
        UPDATE tracks SET size = 'many', rate = x'00', title = x'ff', name = 'text' || id, sort_key = 5, mtime_ns = 'x';
        UPDATE volume SET name = x'00ff', changes = 'x', sequence = 1e300;
        UPDATE folders SET path = 'a', order_key = 'b' WHERE id = 2; UPDATE prints SET print = 'x';""",
              "tracks", "volume", "folders", "prints")


@kind(quick=True)
def numbers_without_measure(stick):
    """numbers at the ends of what 64 bits hold"""
    stick.used()
    most, least = 9223372036854775807, -9223372036854775808
    stick.sql(f"""UPDATE volume SET changes = {most}, scans = {most}, tracks = {least}, sequence = {most};
        UPDATE tracks SET size = {least}, mtime_ns = {most}, added_sequence = {most}, added_time = {least}, frames = {most},
          duration_us = {most}, bit_rate = {most}, bits = {least}, rate = {most}, channels = {most}, disc = {most},
          track = {least}, disc_total = {most}, track_gain = 1e308, album_gain = -1e308, track_peak = 9e999, state = {most};
        UPDATE text_index SET version = {most};""")


@kind(seconds=120)
def playlists_without_measure(stick):
    """20,000 playlists, one of them with 300,000 entries that are not there, and places at the ends of 64 bits"""
    stick.used()
    stick.sql(f"""WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {20_000 // stick.extent})
        INSERT INTO playlists (identity, name, made, changed)
          SELECT randomblob(16), iif(x = 1, 'many', x || hex(zeroblob(100))), 9223372036854775807, -9223372036854775807 FROM n;
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {300_000 // stick.extent})
        INSERT INTO playlist_entries (playlist, place, volume, path)
          SELECT 1, CASE x % 3 WHEN 0 THEN x WHEN 1 THEN 9223372036854775807 ELSE -9223372036854775807 END,
            iif(x % 2, NULL, randomblob(16)), CAST('a/' || x || hex(zeroblob(60)) AS BLOB) FROM n;""")


@kind()
def playlists_of_other_files(stick):
    """playlists with names and entries that lead elsewhere"""
    stick.used()
    unchecked(stick, """
        INSERT INTO playlists (id, identity, name, made) VALUES (1, x'00', '../../etc', 'x'), (2, randomblob(16), 'many', 1);
        INSERT INTO playlist_entries (playlist, place, track, volume, path) VALUES (2, 1, NULL, NULL, '/etc/passwd'),
          (2, 2, NULL, x'00', CAST('../../etc/passwd' AS BLOB)), (2, 3, 99999, NULL, NULL), (7, 'x', 1, x'', NULL);""",
              "playlists", "playlist_entries")


@kind(seconds=120)
def personal_without_measure(stick):
    """a song with 100,000 cues and stickers, 300,000 stickers of a tag, and counts at the ends of 64 bits"""
    stick.used()
    song = "(SELECT id FROM tracks WHERE name = CAST('good.flac' AS BLOB))"
    stick.sql(f"""INSERT INTO personal (track, favourite, rating, plays, skips, last_played)
          SELECT id, 2, 10, 9223372036854775807, 9223372036854775807, 9223372036854775807 FROM tracks;
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {100_000 // stick.extent})
        INSERT INTO cues (track, number, start_us, end_us, kind, name, colour)
          SELECT {song}, x, x * 1000, 31000000000000, 'loop', hex(zeroblob(400)), 16777215 FROM n;
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {100_000 // stick.extent})
        INSERT INTO stickers (type, track, name, value) SELECT 'song', {song}, 'mood' || x, hex(zeroblob(500)) FROM n;
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {300_000 // stick.extent})
        INSERT INTO stickers (type, subject, name, value) SELECT 'Artist', x || hex(zeroblob(40)), 'mood', x FROM n;""")


@kind()
def personal_of_other_types(stick):
    """ratings, cues and stickers of other types, and of songs and playlists that are not there"""
    stick.used()
    unchecked(stick, """
        INSERT INTO personal (track, favourite, rating, colour, notes, plays) SELECT id, 'x', 1e9, -5, x'ff', 'many' FROM tracks;
        INSERT INTO cues (track, number, start_us, end_us, kind, name) SELECT id, -1, 'now', -5, x'00', x'ff0a' FROM tracks;
        INSERT INTO stickers (type, track, playlist, subject, name, value) SELECT 'song' || id, id, 99 + id, 5, x'ff', x'00' FROM tracks;
        INSERT INTO stickers (type, track, name, value) SELECT 'song', 99999, 'mood', x'ff';
        INSERT INTO analysis (track, size, mtime_ns, version, tempo, waveform) SELECT id, 'x', 'y', 'z', 'fast', 7 FROM tracks;""",
              "personal", "cues", "stickers", "analysis")


@kind()
def identifiers_without_measure(stick):
    """rows whose numbers are the last that there are, so that none comes after"""
    stick.used()
    stick.sql("""PRAGMA foreign_keys = OFF; UPDATE tracks SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM tracks);
        UPDATE folders SET id = 9223372036854775807, parent = 9223372036854775807 WHERE id = 2;
        UPDATE tracks SET id = -9223372036854775808 WHERE id = (SELECT min(id) FROM tracks);""")


@kind()
def text_that_is_none(stick):
    """text that is no UTF-8, with NUL, line feeds and escape sequences in it"""
    stick.used()
    stick.sql(r"""UPDATE volume SET name = CAST(x'ff00c0af1b5d303b78070a2f2e2e' AS TEXT);
        UPDATE tracks SET title = CAST(x'61ff00f5808080' AS TEXT), artist = 'a' || char(0) || 'b', album = char(10) || 'OK' ||
          char(10), genre = char(27) || '[2J', more = CAST(x'ff1f1f1f311f' AS TEXT), match_name = CAST(x'fe' AS TEXT);""")


@kind(quick=True)
def paths_that_lead_outside(stick):
    """songs and folders whose names are links upwards, absolute or empty, and a queue of such"""
    stick.used()
    up = os.path.relpath(stick.canary / "folder", stick.path).encode().hex()
    outside = str(stick.canary / "folder").encode().hex()
    stick.sql(f"""PRAGMA foreign_keys = OFF;
        INSERT INTO folders (id, parent, path, order_key) VALUES (50, 1, x'{up}', x'70'), (51, 1, x'{outside}', x'71'),
          (52, 52, x'2e2e', x'72'), (53, 54, x'61', x'73'), (54, 53, x'612f62', x'74');""")
    rows(stick, 5, "'x'")
    stick.sql(f"""PRAGMA foreign_keys = OFF; UPDATE tracks SET folder = 49 + id % 5, name = CAST('song.flac' AS BLOB)
          WHERE title = 'x' AND id % 5 > 0 AND id IN (SELECT min(id) FROM tracks WHERE title = 'x' GROUP BY id % 5);
        INSERT OR REPLACE INTO carried (one, box, counter, current, position_us) VALUES (1, x'{"ab" * 16}', 99, 1, 5);
        DELETE FROM carried_queue; INSERT INTO carried_queue (place, entry, path, priority) VALUES (1, 1, x'{up}2f736f6e672e666c6163', 0),
          (2, 2, x'{outside}2f736f6e672e666c6163', 0), (3, 3, x'', 255), (4, 4, x'2e2e', 0);""")


@kind(quick=True)
def queue_without_an_end(stick):
    """a queue of a million entries, of which 60,000 have paths of 3,800 bytes"""
    stick.used()
    stick.sql(f"""INSERT OR REPLACE INTO carried (one, box, counter, current, position_us)
          VALUES (1, x'{"ab" * 16}', 9223372036854775807, 1, 9223372036854775807);
        DELETE FROM carried_queue;
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {60_000 // stick.extent})
        INSERT INTO carried_queue (place, entry, path, priority) SELECT x, x, CAST(replace(hex(zeroblob(15)), '00', replace(hex(zeroblob(125)), '0', 'x')
          || '/') || x AS BLOB), 255 FROM n;
        WITH RECURSIVE n (x) AS (SELECT 100000 UNION ALL SELECT x + 1 FROM n LIMIT {1_000_000 // stick.extent})
        INSERT INTO carried_queue (place, entry, path, priority) SELECT x * 9000000, x, x'61', 0 FROM n;""")


@kind()
def queue_with_senseless_numbers(stick):
    """a queue whose entries, places and priorities are negative, doubled or text"""
    stick.used()
    unchecked(stick, """INSERT OR REPLACE INTO carried (one, box, counter, current, position_us)
          VALUES (1, 'text', 'x', 'y', -9223372036854775808);
        DELETE FROM carried_queue; INSERT INTO carried_queue (place, entry, path, priority) VALUES (-9223372036854775808, -1, x'61', -1),
          (9223372036854775807, 5000000000, 'text', 'high'), (0, 0, x'676f6f642e666c6163', 300), (1, 0, x'61', 0),
          (2, 7.5, 7.5, x'07');""", "carried", "carried_queue")


@kind()
def copied_stick(stick):
    """two sticks with the same identity and the same database"""
    stick.used()
    twin = stick.path.with_name("twin")
    shutil.copytree(stick.path, twin)
    stick.others.append(twin)


@kind(quick=True)
def text_index_poisoned(stick):
    """the shadow tables of the text indexes full of noise, with sizes without measure"""
    stick.used()
    stick.sql("""UPDATE songs_data SET block = randomblob(4000); UPDATE paths_data SET block = x'ffffffffffffffffffff';
        UPDATE trigrams_data SET block = zeroblob(3000000) WHERE id > 1; UPDATE songs_config SET v = 'x';
        INSERT OR REPLACE INTO songs_config VALUES ('rank', 'load_extension(''x'')'), ('pgsz', -5), ('version', 4);
        UPDATE songs_docsize SET sz = x'ffffffffffffffffff';""")


@kind()
def words_poisoned(stick):
    """200,000 words that no song has, one of a megabyte among them, for the correction to choose from"""
    stick.used()
    count = 200_000 // stick.extent
    stick.sql(f"""WITH RECURSIVE n (x) AS (SELECT 1000000 UNION ALL SELECT x + 1 FROM n LIMIT {count})
        INSERT INTO songs (rowid, title) SELECT x, 'kettl' || hex(x) FROM n;
        INSERT INTO songs (rowid, title) VALUES (7, hex(zeroblob(500000)));
        INSERT INTO trigrams (rowid, text) VALUES (-5, hex(zeroblob(500000))), (9223372036854775807, 'kettle waltz');""")


@kind()
def seek_indexes_poisoned(stick):
    """indexes of frames that lie, for songs that are there"""
    stick.used()
    unchecked(stick, "DELETE FROM seek_indexes; INSERT INTO seek_indexes SELECT id, size, mtime_ns, randomblob(16000) FROM tracks;",
              "seek_indexes")


@kind()
def read_only_with_a_trigger(stick):
    """a stick that takes no writes, whose database has triggers and whose folder holds a journal"""
    triggers(stick)
    (stick.box / "library.sqlite-journal").write_bytes(super_journal(stick.canary / "precious"))
    stick.mount("--bind", stick.path, stick.path)
    stick.mount("-o", "remount,bind,ro", stick.path)


@kind()
def read_only_with_a_link(stick):
    """a stick that takes no writes, whose database is a link outside"""
    stick.used()
    stick.database.unlink()
    stick.database.symlink_to(stick.canary / "library.sqlite")
    stick.mount("--bind", stick.path, stick.path)
    stick.mount("-o", "remount,bind,ro", stick.path)


@kind()
def read_only_and_endless(stick):
    """a stick that takes no writes, whose database has a hole of a terabyte"""
    a_terabyte_long(stick)
    stick.mount("--bind", stick.path, stick.path)
    stick.mount("-o", "remount,bind,ro", stick.path)
