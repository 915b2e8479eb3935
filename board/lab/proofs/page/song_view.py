"""Proof of the page: the song that plays with its tools, the view of a song, and its chords on the music stand."""
from urllib.parse import quote

from lib import wait_for

from . import made_songs


def looped(client):
    """Start and end of the loop; -1 without one."""
    now = client.status()
    return float(now.get("loopstart", -1)), float(now.get("loopend", -1))


def personal(client):
    return client.pairs(f'personal "{made_songs.STAND}"')


def prepare(client):
    """The song with known chords plays alone, analysed, with two cues."""
    client.command(f'analyze "{made_songs.STAND}"')
    wait_for("the analysis", lambda: client.pairs(f'analysis "{made_songs.STAND}"')["outcome"] == "done", 60)
    client.command("clear")
    client.command(f'add "{made_songs.STAND}"')
    client.command('findadd "(Album == \\"Kitchen Radio\\")"')
    client.command("play 0")
    client.command(f'cueadd "{made_songs.STAND}" 20 name Bridge')
    client.command(f'cueadd "{made_songs.STAND}" 40 type chorus')


def sheet(browser, number):
    browser.click(f".tool:nth-child({number})")
    browser.wait("document.querySelector('dialog[open]')?.getAnimations().every((one) => one.playState === 'finished')", what="an open sheet")


def close(browser):
    browser.key("Escape")
    browser.wait("!document.querySelector('dialog')")


def loops(browser, client, check):
    """Loops of the song that plays."""
    client.command("seekcur 3")
    client.command("pause 1")
    browser.wait("document.querySelector('.wave-times .time').textContent === '0:03'")
    sheet(browser, 2)
    bars = [float(beat["beat"]) for beat in client.groups(f'beats "{made_songs.STAND}"', "beat") if "downbeat" in beat]

    def loop_by_hand():
        client.command("seekcur 3")
        browser.wait("document.querySelector('.wave-times .time').textContent === '0:03'")
        browser.click("dialog .chip:nth-child(1)")
        client.command("seekcur 7")
        browser.wait("document.querySelector('.wave-times .time').textContent === '0:07'")
        browser.click("dialog .chip:nth-child(2)")

    loop_by_hand()
    near = [min(bars, key=lambda bar: abs(bar - place)) for place in (3, 7)]
    wait_for("a loop of whole bars", lambda: max(abs(found - bar) for found, bar in zip(looped(client), near)) < 0.01, 5)
    browser.click("dialog .chip:nth-child(4)")
    loop_by_hand()
    wait_for("a loop from here to here", lambda: abs(looped(client)[0] - 3) < 0.2 and abs(looped(client)[1] - 7) < 0.2, 5)
    browser.click("dialog .chip:nth-child(4)")
    browser.click("dialog .menu li:nth-child(1) button")
    wait_for("a loop between two cues", lambda: looped(client) == (20, 40), 5)
    browser.click("dialog .chip:nth-child(3)")
    wait_for("no loop", lambda: "loopend" not in client.status(), 5)
    browser.click("dialog .menu li:nth-child(3) button")
    wait_for("a loop of a chapter", lambda: looped(client) == (24, 40), 5)
    close(browser)
    browser.wait("!document.querySelector('.wave-loop').hidden && document.querySelector('.tool:nth-child(2).on')")
    client.command("loop off")
    check(True, "loops of whole bars, by hand, between cues, of a chapter")
    sheet(browser, 2)
    client.command("next")
    browser.wait("!document.querySelector('dialog')", what="the sheet's end with its song")
    client.command("play 0")
    client.command("pause 1")
    browser.wait("document.querySelectorAll('.wave-marks .cue').length === 2")


def tools(browser, client, check):
    """Stars, speed, equaliser, loop, sleep timer; the wave with its marks under a finger."""
    browser.size(390, 844)
    browser.open("now")
    browser.wait("document.querySelectorAll('.wave-marks .cue').length === 2 && document.querySelector('.chord-row .current')")
    check(browser.value("document.querySelectorAll('.wave-marks .chapter').length") == 2, "chapters over the wave")
    check(not browser.value("document.querySelector('.wave-chords').hidden"), "the strip of chords")

    _, y, left, width = browser.place(".stars-back")
    browser.touch([(left + width * 0.75, y)])
    wait_for("four stars by a finger", lambda: personal(client).get("rating") == "8", 5)
    browser.run("document.querySelector('.stars').focus()")
    browser.key("ArrowRight")
    wait_for("half a star more by a key", lambda: personal(client).get("rating") == "9", 5)
    browser.key("Home")
    wait_for("no rating", lambda: "rating" not in personal(client), 5)
    browser.click("#bar .bar-button")
    wait_for("the rating again", lambda: personal(client).get("rating") == "9", 5)
    browser.click(".now [aria-label=Favourite]")
    wait_for("a favourite", lambda: personal(client)["favourite"] == "1", 5)
    check(True, "rating and favourite")

    def keys(selector, key, times):
        browser.run("[...document.querySelectorAll('dialog input')][arguments[0]].focus()", selector)
        for _ in range(times):
            browser.key(key)

    sheet(browser, 3)
    keys(0, "ArrowLeft", 5)
    wait_for("slower", lambda: client.status().get("speed") == "0.75", 5)
    close(browser)
    browser.wait("document.querySelector('.tool:nth-child(3).on').textContent === '0.75×'")
    sheet(browser, 3)
    browser.click("dialog .chip:nth-child(4)")
    wait_for("the usual speed", lambda: "speed" not in client.status(), 5)
    close(browser)
    sheet(browser, 4)
    keys(0, "ArrowRight", 3)
    keys(2, "ArrowLeft", 2)
    wait_for("the equaliser", lambda: client.status().get("eq") == "3 0 -2", 5)
    browser.click("dialog .chip")
    wait_for("no equaliser", lambda: "eq" not in client.status(), 5)
    close(browser)
    check(True, "speed and equaliser by keys")

    loops(browser, client, check)

    sheet(browser, 5)
    browser.click("dialog li:nth-child(2) button")
    wait_for("a sleep timer", lambda: 1700 < int(float(client.status().get("sleep", 0))) <= 1800, 5)
    browser.wait("/^(30:00|29:)/.test(document.querySelector('.tool:nth-child(5)').textContent)", what="the time left")
    sheet(browser, 5)
    browser.click("dialog li:nth-child(1) button")
    wait_for("no sleep timer", lambda: "sleep" not in client.status(), 5)

    _, y, left, width = browser.place(".wave input")
    seen = []
    browser.touch([(left + width * part / 100, y) for part in range(10, 62, 4)], before_end=lambda: seen.append(
        browser.run("""const box = document.querySelector('.wave-bubble'); const place = box.getBoundingClientRect();
            return [box.hidden, box.textContent, place.left + place.width / 2, place.bottom];""")))
    hidden, text, x, bottom = seen[0]
    check(not hidden and text.startswith("0:4") and "Chorus" in text and bottom < y and abs(x - left - width * 0.58) < 30,
          "the time and the name of the part above the finger", seen[0])
    wait_for("a seek by finger", lambda: abs(float(client.status()["elapsed"]) - 0.58 * 80) < 1.5, 5)
    check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])


def cues(client):
    return client.groups(f'cues "{made_songs.STAND}"', "cue")


def song_cues(browser, client, check):
    """The cues of a song by finger and keys."""
    client.command("stop")
    browser.size(390, 844)
    browser.go("now")
    browser.go("queue")
    browser.click("#view .row [aria-label='More: Four Chords and a Bridge']")
    browser.click("dialog .menu li:last-child button")
    browser.wait("document.body.dataset.page === 'song' && document.querySelectorAll('.cue-handle').length === 2 && document.querySelector('.measured')")

    browser.run("document.querySelector('.cue-area').scrollIntoView({ block: 'center' })")
    _, y, left, width = browser.place(".cue-area")
    x, handle, *_ = browser.place(".cue-handle", 0)
    distance = width / 80 * 10
    browser.touch([(x + distance * step / 20, handle) for step in range(21)])
    wait_for("a cue that was dragged 10 s", lambda: abs(float(cues(client)[0]["time"]) - 30) <= 0.1, 5)
    browser.click("#bar .bar-button")
    wait_for("its former place", lambda: float(cues(client)[0]["time"]) == 20, 5)
    browser.touch([(left + width * 0.75, y)])
    wait_for("a cue by a tap", lambda: len(cues(client)) == 3 and abs(float(cues(client)[2]["time"]) - 60) <= 0.2, 5)
    browser.wait("document.querySelectorAll('.cue-handle').length === 3")
    before = float(cues(client)[2]["time"])
    browser.run("document.querySelectorAll('.cue-handle')[2].focus()")
    browser.key("ArrowRight")
    wait_for("a tenth of a second later by a key", lambda: abs(float(cues(client)[2]["time"]) - before - 0.1) < 0.02, 5)
    browser.wait("document.activeElement.matches('.cue-handle')", what="the focus stays at the cue")
    browser.key("Enter")
    browser.wait("document.querySelector('dialog input')")
    browser.type("Solo")
    browser.run("document.querySelectorAll('.cue-times input')[1].focus()")
    browser.type("1:04.5")
    browser.click("dialog .kinds label:nth-of-type(4)")
    browser.click("dialog .colours label:nth-of-type(2)")
    browser.click("dialog [type=submit]")
    wait_for("the cue's name, end, type and colour", lambda: {**cues(client)[2], "time": ""} == {
        "cue": cues(client)[2]["cue"], "time": "", "end": "64.500", "type": "chorus", "name": "Solo", "colour": "E5484D"}, 5)
    browser.wait("document.querySelectorAll('.cue-handle.end').length === 1")
    for _ in range(2):
        browser.click("[aria-label='Zoom in']")
    browser.run("document.querySelector('.cue-handle.end').scrollIntoView({ block: 'center', inline: 'center' })")
    x, y, *_ = browser.place(".cue-handle.end")
    distance = browser.value("document.querySelector('.cue-area').clientWidth") / 80 * 3
    browser.touch([(x + distance * step / 10, y) for step in range(11)])
    wait_for("an end that was dragged 3 s at a fourfold zoom", lambda: abs(float(cues(client)[2]["end"]) - 67.5) <= 0.1, 5)
    browser.click("#bar .bar-button")
    wait_for("its former end", lambda: cues(client)[2]["end"] == "64.500", 5)
    for _ in range(2):
        browser.click("[aria-label='Zoom out']")
    browser.click(".cue-list li:nth-child(3) [aria-label='Loop Solo']")
    wait_for("the loop of the cue", lambda: abs(looped(client)[1] - 64.5) < 0.01, 5)
    browser.run("document.querySelectorAll('.cue-between select')[1].value = document.querySelectorAll('.cue-between option')[2].value")
    browser.click(".cue-between .chip")
    wait_for("a loop between two cues", lambda: looped(client)[0] == 20 and looped(client)[1] < 61, 5)
    client.command("stop")
    browser.run("document.querySelector('.cue-handle:not(.end):last-of-type')?.blur(); document.querySelectorAll('.cue-handle:not(.end)')[2].focus()")
    browser.key("Delete")
    wait_for("a cue less", lambda: len(cues(client)) == 2, 5)
    browser.click("#bar .bar-button")
    wait_for("the cue again", lambda: cues(client)[2:] and cues(client)[2]["name"] == "Solo" and cues(client)[2]["colour"] == "E5484D", 5)
    client.command(f'cuerm "{made_songs.STAND}" {cues(client)[2]["cue"]}')
    check(True, "cues by finger and keys")


def song(browser, client, check):
    """The view of a song: its cues, taste, corrections, songs that fit, the folder that resumes."""
    song_cues(browser, client, check)
    name, folder = made_songs.STAND, made_songs.STAND.rsplit("/", 1)[0]
    browser.run("document.querySelector('.card-box textarea').focus()")
    for letter in "Good":
        browser.key(letter)
    browser.key("Enter")
    browser.type("ending")
    browser.run("document.activeElement.blur()")
    wait_for("a note of two lines", lambda: [line for line in client.command(f'personal "{name}"') if line.startswith("note")]
             == ["note: Good", "note: ending"], 5)
    browser.click(".card-box:not(.wide) .colours label:nth-of-type(4)")
    wait_for("a colour", lambda: personal(client).get("colour") == "F5C542", 5)
    browser.click("[aria-label='Double tempo']")
    wait_for("twice the tempo", lambda: client.pairs(f'analysis "{name}"')["bpm"] == "240", 5)
    browser.click("[aria-label='Tempo: without the correction']")
    wait_for("the measured tempo", lambda: client.pairs(f'analysis "{name}"')["bpm"] == "120", 5)
    browser.click("[aria-label='Set the key']")
    browser.click("dialog li:nth-child(4) button")
    wait_for("a key by hand", lambda: client.pairs(f'analysis "{name}"')["key"] == "Em", 5)
    browser.click("[aria-label='Key: without the correction']")
    wait_for("the measured key", lambda: client.pairs(f'analysis "{name}"')["key"] == "D", 5)
    browser.click("[aria-label='Set the tempo (beats a minute)']")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type("122.5")
    browser.key("Enter")
    wait_for("a tempo by hand", lambda: client.pairs(f'analysis "{name}"')["bpm"] == "122.5", 5)
    client.command(f'analysis set "{name}" bpm off')
    browser.click(".card-box [name=resume][value=on]")
    wait_for("a folder that resumes", lambda: client.pairs(f'resume "{folder}"')["resumes"] == "1", 5)
    browser.click(".card-box [name=resume][value=auto]")
    wait_for("by its files", lambda: client.pairs(f'resume "{folder}"')["why"] == "tracks", 5)
    browser.click(".chapter-list li:nth-child(2) button")
    wait_for("a chapter", lambda: 23.9 < float(client.status().get("elapsed", 0)) < 30 and client.status()["state"] == "play", 5)
    browser.run("document.querySelector('.card-box textarea').focus()")
    browser.type("x")
    browser.run("history.back()")
    wait_for("a note that is saved on the way out", lambda: "note: endingx" in client.command(f'personal "{name}"')
             or "note: xGood" in client.command(f'personal "{name}"'), 5)
    check(True, "taste, corrections, folder, chapters")
    check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])


# The scales of all major keys, as they are written.
SCALES = [scale.split() for scale in (
    "C D E F G A B", "Db Eb F Gb Ab Bb C", "D E F# G A B C#", "Eb F G Ab Bb C D", "E F# G# A B C# D#", "F G A Bb C D E",
    "F# G# A# B C# D# E#", "G A B C D E F#", "Ab Bb C Db Eb F G", "A B C# D E F# G#", "Bb C D Eb F G A", "B C# D# E F# G# A#")]
QUALITIES = ["maj7", "m7", "m", "", "7", "m", "m7b5"]


def harmony(browser, check):
    """The pure functions of chords, called in the browser."""
    def call(function, *arguments):
        return browser.driver.execute_async_script("""
            const [name, calls, done] = arguments;
            const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
            import(`${folder}${{ structure: 'song/structure', colour: 'song/chord', signs: 'texts' }[name] ?? 'song/harmony'}.js`)
              .then((module) => done(calls.map((call) => module[name](...call))), (problem) => done(String(problem)));""", function, list(arguments))

    for steps in (2, -2, 5, 11):
        given, wanted = [], []
        for place, scale in enumerate(SCALES):
            target = SCALES[(place + steps) % 12]
            for note, other, quality in zip(scale, target, QUALITIES):
                given.append([note + quality, steps, scale[0]])
                wanted.append(other + quality)
        got = call("transpose", *given)
        check(got == wanted, f"chords of all keys, {steps:+} semitones", [pair for pair in zip(given, got, wanted) if pair[1] != pair[2]][:3])
    check(call("transpose", ["C", 2, "C"], ["E/G#", 1, "C"], ["Am7", 3, "Am"], ["N", 4, "C"], ["D/F#", -2, "G"], ["Bb", 0, "F"], ["C#dim", 12, "D"])
          == ["D", "F/A", "Cm7", "N", "C/E", "Bb", "C#dim"], "basses, no chord, a whole octave")
    check(call("spell", [0, "F#m"], [5, "F#m"], [8, "Am"], [11, "Bbm"], [11, "Ebm"], [5, "F#"], [0, "F#"])
          == ["C", "F", "G#", "B", "Cb", "E#", "C"], "E#, B#, Cb and Fb only in keys that have them")
    check(call("transposeKey", ["C", 2], ["Am", 3], ["F#", -6], ["", 5]) == ["D", "Cm", "C", "F"], "keys")
    check(call("signs", ["F#m7b5"], ["Bb/D"], ["Bbm"]) == ["F♯m7♭5", "B♭/D", "B♭m"], "signs of musicians")
    colours = call("colour", *([[name, 1] for name in ("C", "G", "Am", "C7")]), ["C", 0.1])
    check(len(set(colours)) == 4 and colours[0] == colours[3], "colours by root, minor and confidence", colours)
    names = [{"chord": name} for name in made_songs.STAND_CHORDS]
    names[6] = {"chord": "Bm7"}
    [sections] = call("structure", [names])
    check([(section["letter"], section["times"], section["length"]) for section in sections]
          == [("A", 3, 4), ("B", 2, 4), ("A", 2, 4), ("B", 2, 4), ("A", 1, 4)], "the structure of a song", sections)


def chords(browser, client, check):
    """The music stand: chords that pass with the song, taps and keys, transposing and capo, loops of sections."""
    known = client.groups(f'chords "{made_songs.STAND}"', "chord")
    starts = [float(chord["start"]) for chord in known]
    check([chord["chord"] for chord in known] == made_songs.STAND_CHORDS, "the chords of the song", [chord["chord"] for chord in known])
    elapsed = lambda: float(client.status()["elapsed"])
    client.command("clear")
    client.command(f'add "{made_songs.STAND}"')
    client.command("play 0")
    client.command("pause 1")
    client.command("seekcur 0")
    browser.size(390, 844)
    browser.go("now")
    browser.click(".tool:nth-child(1)")
    browser.wait("document.querySelector('.stand-lane .chord.current')?.dataset.at === '0'")
    x, y, *_ = browser.place(".stand-lane .chord", 4)
    browser.touch([(x, y)])
    wait_for("a tap on the fifth chord", lambda: abs(elapsed() - starts[4]) < 0.3, 5)
    browser.wait("document.querySelector('.stand-lane .chord.current').dataset.at === '4'")
    browser.run("document.activeElement.blur()")
    for key, at in (("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5)):
        browser.key(key)
        wait_for(f"chord {at} by {key}", lambda: abs(elapsed() - starts[at]) < 0.05, 5)
        browser.wait(f"document.querySelector('.stand-lane .chord.current').dataset.at === '{at}'")
    check(True, "chords by a tap and by keys")

    def large():
        return browser.value("document.querySelector('.stand-now .stand-name').textContent")

    check(large() == "A", "the chord of the moment", large())
    for key, wanted in (("+", "B♭"), ("+", "B"), ("-", "B♭"), ("-", "A"), ("+", "B♭"), ("+", "B"), ("c", "B♭"), ("c", "A")):
        browser.key(key)
        browser.wait(f"document.querySelector('.stand-now .stand-name').textContent === '{wanted}'")
    check("capo 2, play in D" in browser.value("document.querySelector('.stand-names .muted').textContent")
          and browser.value("document.querySelector('.stand-sound').textContent") == "sounds B", "the shapes with a capo, and what sounds")
    browser.open("chords")
    browser.wait("document.querySelector('.stepper-value.on')?.textContent === '+2'", what="the transposition is kept")
    for _ in range(2):
        browser.click("[aria-label='Transpose −']")
        browser.click("[aria-label='Capo −']")
    browser.wait("document.querySelector('.stand-now .stand-name').textContent === 'A'")

    # The lane passes with the song, also at another speed, and a loop comes round.
    def place():
        return browser.run("""const road = document.querySelector('.stand-road').getBoundingClientRect();
            const block = document.querySelector('.stand-lane .chord');
            const head = document.querySelector('.stand-head').getBoundingClientRect().right;
            const scale = parseFloat(block.style.left) / arguments[0][block.dataset.at];
            return (head - block.getBoundingClientRect().left) / scale + arguments[0][block.dataset.at];""", starts)

    client.command("seekcur 20")
    client.command("pause 0")
    for speed in ("1", "1.5"):
        client.command(f"speed {speed}")
        before = elapsed()
        wait_for("some chords", lambda: elapsed() > before + 3, 10, 0.2)
        seen, at = place(), elapsed()
        check(abs(seen - at) < 0.3, f"the lane at the speed {speed}", f"{seen} of {at}")
    client.command("speed 1")
    browser.click(".stand-list li:nth-child(2) .icon-button")
    wait_for("the loop of a section", lambda: abs(looped(client)[0] - starts[12]) < 0.01
             and abs(looped(client)[1] - starts[20]) < 0.02, 5)
    client.command("seekcur 39")
    wait_for("another round", lambda: 24.5 < elapsed() < 30, 5, 0.2)
    seen, at = place(), elapsed()
    check(abs(seen - at) < 0.3, "the lane after a round of the loop", f"{seen} of {at}")
    browser.click(".stand-tools .chip")
    wait_for("no loop", lambda: "loopend" not in client.status(), 5)
    client.command("seekcur 25")
    browser.wait("document.querySelector('.stand-lane .chord.current').dataset.at === '12'")
    browser.click(".stand-tools .chip")
    wait_for("the loop of the progression", lambda: abs(looped(client)[1] - starts[16]) < 0.02, 5)
    client.command("loop off")
    browser.click(".stand-list li:nth-child(4) .stand-section")
    wait_for("a section by its line", lambda: abs(elapsed() - starts[28]) < 1, 5)
    check(browser.value("document.querySelector('.stand-section').getAttribute('aria-label')")
          .startswith("A, 3 times: D A Bm G, from 0:00"), "the structure as text")
    browser.size(390, 844, reduced=True)
    browser.open("chords")
    browser.wait("document.querySelector('.stand-lane .chord.current')")
    check(browser.value("document.querySelector('.stand-lane').getAnimations().length") == 0, "reduced motion: the lane steps")

    # A song without known chords: they are searched.
    unknown = next(file for file in (line[6:] for line in reversed(client.command("listall")) if line.startswith("file: ") and "Sounds" not in line)
                   if client.pairs(f'analysis "{file}"')["outcome"] == "none")
    browser.size(390, 844)
    browser.open("chords/" + quote(unknown, ""))
    browser.click(".stand-missing .filled")
    browser.wait("document.querySelector('.stand-list li')", 60)
    check(client.pairs(f'analysis "{unknown}"')["outcome"] == "done", "chords are searched")
    check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])


def accessibility(browser, client, check):
    client.command("play 0")
    for width, height in ((390, 844), (1280, 800)):
        for dark in (True, False):
            browser.size(width, height, dark)
            for view, there in (("now", ".wave-chords:not([hidden])"), ("song/" + quote(made_songs.STAND, ""), ".measured"), ("chords", ".stand-list li")):
                browser.open(view)
                browser.wait(f"document.querySelector('{there}')")
                check(not (found := browser.axe()), f"axe: {view} {width} {dark}", "; ".join(found))
    browser.size(390, 844)


def lyrics(browser, client, check):
    """The lyrics in the place of the cover: they follow the song, a tap and the keys go to a line."""
    now = "[...document.querySelectorAll('.now-cover .lyric[aria-current]')].map((line) => line.textContent).join()"
    client.command("seekcur 13")
    client.command("pause 1")
    browser.open("now")
    browser.click(".lyrics-button")
    browser.wait(f"{now} === 'Line 3'")
    check(browser.value("getComputedStyle(document.querySelector('.now-cover .cover')).visibility") == "hidden", "lyrics instead of the cover")
    browser.click(".now-cover button.lyric:nth-child(5)")
    wait_for("a tap on a line", lambda: 19.9 < float(client.status()["elapsed"]) < 21, 5)
    browser.wait(f"{now} === 'Line 5'")
    browser.wait("""(() => { const line = document.querySelector('.now-cover .lyric[aria-current]').getBoundingClientRect();
        const room = document.querySelector('.now-cover').getBoundingClientRect();
        return line.top > room.top + room.height * .2 && line.bottom < room.bottom - room.height * .2; })()""", what="the line is in the middle")
    browser.run("document.querySelector('.now-cover .lyrics').focus()")
    browser.key("ArrowDown")
    browser.key("Enter")
    wait_for("a key on a line", lambda: 23.9 < float(client.status()["elapsed"]) < 25, 5)
    check(not (found := browser.axe()), "axe: lyrics", "; ".join(found))
    browser.click(".lyrics-button")
    check(browser.value("document.querySelector('.now-cover .lyrics').hidden"), "the cover again")
    client.command("pause 0")


def fingers(browser, client, check):
    """The fingerings of the chord of the moment, and all that is known of it."""
    browser.size(390, 844)
    browser.open("chords/" + quote(made_songs.STAND, ""))
    browser.wait("document.querySelector('.stand-name')")
    browser.click(".stand-tools .chip:last-child")
    browser.wait("document.querySelectorAll('.stand-fingers .finger').length > 1", what="a fingering for the guitar")
    check(browser.value("document.querySelectorAll('.stand-fingers svg')[0].querySelectorAll('line').length") == 5 + 6, "six strings")
    browser.click(".stand-tools .chip:last-child")
    browser.wait("document.querySelectorAll('.stand-fingers svg')[0].querySelectorAll('line').length === 5 + 4", what="four strings of the ukulele")
    browser.click(".stand-fingers")
    browser.wait("document.querySelectorAll('dialog .fingering').length > 1 && document.querySelector('dialog .scales li')", what="the sheet of the chord")
    browser.click("dialog [aria-label='Hear the chord']")
    browser.wait("!document.querySelector('#bar.danger')")
    browser.key("Escape")
    browser.click(".stand-tools .chip:last-child")
    browser.wait("document.querySelector('.stand-fingers').hidden")
    client.command("chords stop")
    check(True, "fingerings at the music stand")


def tasks(browser, client, check):
    prepare(client)
    tools(browser, client, check)
    lyrics(browser, client, check)
    song(browser, client, check)
    harmony(browser, check)
    chords(browser, client, check)
    fingers(browser, client, check)
    accessibility(browser, client, check)
