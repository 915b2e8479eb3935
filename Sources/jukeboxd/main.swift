print("jukeboxd")
