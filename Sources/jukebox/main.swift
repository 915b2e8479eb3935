print("jukebox")
