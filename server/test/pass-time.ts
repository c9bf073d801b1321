import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Lets time pass where time itself is the subject and no event announces its end. Everything else waits for a
 * condition, with `expect.poll`.
 *
 * @param ms how long; not scaled to the machine, because it is what a person, a device or a promise takes
 * @param _why what takes that long, for readers
 */
export const passTime = (ms: number, _why: string): Promise<void> => sleep(ms)
