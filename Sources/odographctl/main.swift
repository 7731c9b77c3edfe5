print("odographctl")
