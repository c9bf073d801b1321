import type { RunnerTestSuite } from 'vitest'

/** Called when a file has had a failed test, so that nothing of it affects the next file of this worker. */
export const onFailedFile: (() => void)[] = []

let last: Readonly<RunnerTestSuite> | undefined

/** The previous file of this worker. */
export const fileBefore = (): Readonly<RunnerTestSuite> | undefined => last

export function beginFile(file: Readonly<RunnerTestSuite>): void {
  last = file
}
