import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Priority, priorities } from '../authorization/priority.ts'
import { type Admission, createAdmission } from './admission.ts'

const patienceMs = 5_000
const tooLong = { waiting: 2, ms: 250 }
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
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
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

test('of one priority, whoever came first is admitted first', async () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
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
  const admission = createAdmission({ places: 8, patienceMs, tooLong })
  const running = (priority: Priority) =>
    Array.from({ length: 8 }, () => hold(admission, priority)).filter((each) => each.held.isRunning).length
  expect(running('report')).toBe(4)
  expect(running('export')).toBe(2)
  expect(running('till')).toBe(2)
})

test('a transaction that fails gives its place back', async () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
  const failing = admission.run('till', () => Promise.reject(new Error('no such row')))
  const next = admission.run('till', async () => 'done')
  await expect(failing).rejects.toThrow('no such row')
  expect(await next).toBe('done')
  expect(await admission.run('till', async () => 'again')).toBe('again')
})

test('nobody joins a line whose first has waited too long, and everybody in it is served', async () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
  const first = hold(admission, 'till')
  const inLine = [hold(admission, 'till'), hold(admission, 'till')]
  vi.advanceTimersByTime(tooLong.ms - 1)
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

test('a line of the less urgent holds nobody up', async () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
  const first = hold(admission, 'till')
  const tills = [hold(admission, 'till'), hold(admission, 'till')]
  vi.advanceTimersByTime(tooLong.ms)
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

test('what has begun joins any line', async () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
  const all = Array.from({ length: 3 }, () => hold(admission, 'continuing'))
  vi.advanceTimersByTime(tooLong.ms)
  expect(() => admission.assertMoves('continuing')).toThrow()
  all.push(hold(admission, 'continuing'))
  for (const { held, done } of all) {
    held.end()
    await done
  }
})

test('a short line is not too long, however long it takes', () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
  hold(admission, 'till')
  hold(admission, 'till')
  vi.advanceTimersByTime(patienceMs - 1)
  hold(admission, 'till')
  expect(admission.waiting()).toBe(2)
})

test('whoever has waited for as long as one would for a connection is refused, and leaves the line', async () => {
  const admission = createAdmission({ places: 1, patienceMs, tooLong })
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
