/** What is told when a file has had a failed test, so that nothing of it is met by the next file of this worker. */
export const onFailedFile: (() => void)[] = []
