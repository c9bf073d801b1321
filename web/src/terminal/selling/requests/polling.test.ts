import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type NextPoll, Poller, pollPauseMs } from './polling.ts'

let later: { delayMs: number; work: () => void }[]
let poller: Poller
beforeEach(() => {
  later = []
  poller = new Poller((delayMs, work) => {
    const entry = { delayMs, work }
    later.push(entry)
    return () => {
      later = later.filter((each) => each !== entry)
    }
  })
})
const breathe = () => new Promise((resolve) => setTimeout(resolve))
const delays = () => later.map(({ delayMs }) => delayMs)

describe('poller', () => {
  test('repeats until the end is known, at the requested intervals', async () => {
    const answers: NextPoll[] = [{ inMs: 100 }, { inMs: 200 }, null]
    const counts: number[] = []
    poller.start('k1', async (count) => {
      counts.push(count)
      return answers[count - 1] ?? null
    })
    await breathe()
    expect(delays()).toEqual([100])
    later.shift()?.work()
    await breathe()
    expect(delays()).toEqual([200])
    later.shift()?.work()
    await breathe()
    expect([counts, delays()]).toEqual([[1, 2, 3], []])
  })

  test('runs one question at a time for each name, and once more when hurried meanwhile', async () => {
    const open: ((again: NextPoll) => void)[] = []
    poller.start('k1', () => new Promise((resolve) => open.push(resolve)))
    poller.pollNow('k1')
    poller.pollNow('k1')
    expect(open).toHaveLength(1)
    open[0]?.({ inMs: 100 })
    await breathe()
    expect([open.length, delays()]).toEqual([2, []])
    open[1]?.({ inMs: 100 })
    await breathe()
    expect([open.length, delays()]).toEqual([2, [100]])
  })

  test('about everything is hurried when the network returns', async () => {
    const asked: string[] = []
    for (const name of ['k1', 'k2']) {
      poller.start(name, async () => {
        asked.push(name)
        return { inMs: 20_000 }
      })
    }
    await breathe()
    poller.pollAllNow()
    await breathe()
    expect(asked).toEqual(['k1', 'k2', 'k1', 'k2'])
    expect(delays()).toEqual([20_000, 20_000])
  })

  test('that was stopped does not repeat, even with an answer on its way', async () => {
    let answer: (again: NextPoll) => void = () => undefined
    poller.start('k1', () => new Promise((resolve) => (answer = resolve)))
    poller.stop('k1')
    answer({ inMs: 100 })
    await breathe()
    expect(delays()).toEqual([])
  })

  test('is taken over by a new question of the same name', async () => {
    const asked: string[] = []
    const askAs = (who: string) =>
      poller.start('k1', async () => {
        asked.push(who)
        return { inMs: 100 }
      })
    askAs('first')
    await breathe()
    askAs('second')
    await breathe()
    later.shift()?.work()
    await breathe()
    expect(asked).toEqual(['first', 'second', 'second'])
  })

  test('continues after a question that threw', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    poller.start('k1', () => Promise.reject(new Error('broken')))
    await breathe()
    expect([delays(), warned.mock.calls.length]).toEqual([[1000], 1])
    warned.mockRestore()
  })
})

test('pauses grow up to a limit', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(pollPauseMs)).toEqual([
    1000, 2000, 3000, 5000, 8000, 13_000, 20_000, 20_000,
  ])
})
