// Does nothing until it is killed.
setInterval(() => {}, 1_000_000)
