[playlist]
File1=a.mp3
Title1=x
Length1=5
