// Preloaded into what a test starts: the channel to its starter ends with that one, however it ends, and this process
// with the channel.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
