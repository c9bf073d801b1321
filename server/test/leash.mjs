// Preloaded into child programs of tests: the channel to the parent closes when the parent ends, however it
// ends, and this process exits with it.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
