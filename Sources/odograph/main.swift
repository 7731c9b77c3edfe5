import ArgumentParser

OdographCommand.main()
