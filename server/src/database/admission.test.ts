import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Priority, priorities } from '../authorization/priority.ts'
import { type Admission, createAdmission } from './admission.ts'

const patienceMs = 5_000
const full = { waiting: 2, ms: 250 }
const busy = { code: 'overloaded', status: 503, retryAfterSeconds: 2 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A transaction that holds its place until it is ended. */
function hold(admission: Admission, priority: Priority) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const held = { isRunning: false, end }
  const done = admission.run(priority, () => {
    held.isRunning = true
    return ended
  })
  return { held, done }
}

test('what has begun comes first, tills before desks and reports, and exports last', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const first = hold(admission, 'desk')
  const order: Priority[] = []
  const all = [...priorities].reverse().map((priority) =>
    admission.run(priority, async () => {
      order.push(priority)
    }),
  )
  first.held.end()
  await Promise.all(all)
  expect(order).toEqual(priorities)
})

test('transactions of one priority are admitted in the order of their arrival', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const first = hold(admission, 'till')
  const order: number[] = []
  const all = [1, 2, 3].map((no) =>
    admission.run('till', async () => {
      order.push(no)
    }),
  )
  first.held.end()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
})

test('reports hold half of the places at most, exports a quarter, and tills get the others at once', () => {
  const admission = createAdmission({ places: 8, patienceMs, full })
  const running = (priority: Priority) =>
    Array.from({ length: 8 }, () => hold(admission, priority)).filter((each) => each.held.isRunning).length
  expect(running('report')).toBe(4)
  expect(running('export')).toBe(2)
  expect(running('till')).toBe(2)
})

test('a transaction that fails gives its place back', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const failing = admission.run('till', () => Promise.reject(new Error('no such row')))
  const next = admission.run('till', async () => 'done')
  await expect(failing).rejects.toThrow('no such row')
  expect(await next).toBe('done')
  expect(await admission.run('till', async () => 'again')).toBe('again')
})

test('a full queue refuses new transactions, and serves those that are in it', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const first = hold(admission, 'till')
  const inLine = [hold(admission, 'till'), hold(admission, 'till')]
  vi.advanceTimersByTime(full.ms - 1)
  inLine.push(hold(admission, 'till'))
  expect(admission.waiting()).toBe(3)
  vi.advanceTimersByTime(1)
  await expect(admission.run('till', async () => {})).rejects.toMatchObject(busy)
  await expect(admission.run('export', async () => {})).rejects.toMatchObject(busy)
  expect(admission.waiting()).toBe(3)
  for (const each of [first, ...inLine]) {
    each.held.end()
    await each.done
  }
  expect(await admission.run('till', async () => 'served')).toBe('served')
})

test('a full queue of a lower priority refuses nobody above it', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const first = hold(admission, 'till')
  const tills = [hold(admission, 'till'), hold(admission, 'till')]
  vi.advanceTimersByTime(full.ms)
  const order: string[] = []
  const urgent = (['finishing', 'continuing'] as const).map((priority) =>
    admission.run(priority, async () => {
      order.push(priority)
    }),
  )
  const last = tills.map(({ done }) => done.then(() => order.push('till')))
  for (const each of [first, ...tills]) {
    each.held.end()
    await each.done
  }
  await Promise.all([...urgent, ...last])
  expect(order).toEqual(['continuing', 'finishing', 'till', 'till'])
})

test('what has begun is queued even when the queue is full', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const all = Array.from({ length: 3 }, () => hold(admission, 'continuing'))
  vi.advanceTimersByTime(full.ms)
  expect(() => admission.assertRoom('continuing')).toThrow()
  all.push(hold(admission, 'continuing'))
  for (const { held, done } of all) {
    held.end()
    await done
  }
})

test('a short queue is never full, however long its transactions take', () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  hold(admission, 'till')
  hold(admission, 'till')
  vi.advanceTimersByTime(patienceMs - 1)
  hold(admission, 'till')
  expect(admission.waiting()).toBe(2)
})

test('a transaction that has waited for the connect timeout is refused, and leaves the queue', async () => {
  const admission = createAdmission({ places: 1, patienceMs, full })
  const first = hold(admission, 'till')
  const starting = admission.run('till', async () => {})
  const continuing = admission.run('continuing', async () => {})
  const refused = Promise.all([
    expect(starting).rejects.toMatchObject({ ...busy, message: expect.stringMatching('was not started') }),
    expect(continuing).rejects.toMatchObject({
      ...busy,
      message: expect.stringMatching('Check the outcome'),
    }),
  ])
  vi.advanceTimersByTime(patienceMs)
  await refused
  expect(admission.waiting()).toBe(0)
  first.held.end()
  await first.done
  expect(await admission.run('till', async () => 'served')).toBe('served')
})
