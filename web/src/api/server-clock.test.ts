import { expect, test } from 'vitest'
import { ServerClock } from './server-clock.ts'

const hourMs = 3_600_000

/** A device and a server whose clocks differ, and the requests between them. */
class Line {
  /** The server's true time. */
  nowMs = Date.parse('2026-11-22T18:00:00.137Z')
  deviceIsAheadMs = 0
  readonly clock = new ServerClock(() => this.nowMs + this.deviceIsAheadMs)

  readonly errorMs = () => Math.abs(this.clock.nowMs() - this.nowMs)

  /** One request. The answer has the time at which the server wrote it, in whole seconds. */
  async ask({ thereMs = 20, backMs = 20, date = () => new Date(this.nowMs).toUTCString() } = {}) {
    const send = this.clock.timed(() => {
      this.nowMs += thereMs
      const headers = { date: date() }
      this.nowMs += backMs
      return Promise.resolve(new Response(null, { headers }))
    })
    await send(new Request('http://localhost/'))
  }

  async askForAWhile(answers: number) {
    for (let n = 0; n < answers; n += 1) {
      await this.ask()
      this.nowMs += 730
    }
  }
}

test('is the device’s time until an answer was read', async () => {
  const line = new Line()
  line.deviceIsAheadMs = 3 * hourMs
  expect(line.clock.nowMs()).toBe(line.nowMs + 3 * hourMs)
  await line.ask({ date: () => 'yesterday' })
  expect(line.clock.nowMs()).toBe(line.nowMs + 3 * hourMs)
})

test('is right to half a second and half a round trip after one answer, however wrong the device is', async () => {
  for (const deviceIsAheadMs of [0, 5 * hourMs, -5 * hourMs]) {
    for (let startMs = 0; startMs < 1000; startMs += 50) {
      const line = new Line()
      Object.assign(line, { deviceIsAheadMs, nowMs: line.nowMs + startMs })
      await line.ask({ thereMs: 100, backMs: 300 })
      expect(line.errorMs()).toBeLessThanOrEqual(500 + 200)
    }
  }
})

test('is right to a tenth of a second after some answers', async () => {
  const line = new Line()
  line.deviceIsAheadMs = -2 * hourMs
  await line.askForAWhile(30)
  expect(line.errorMs()).toBeLessThan(100)
})

test('a slow answer does not make it worse', async () => {
  const line = new Line()
  await line.askForAWhile(30)
  for (const slow of [
    { thereMs: 25_000, backMs: 20 },
    { thereMs: 20, backMs: 25_000 },
  ]) {
    await line.ask(slow)
    expect(line.errorMs()).toBeLessThan(100)
  }
})

test('follows a device whose clock was set', async () => {
  const line = new Line()
  await line.askForAWhile(30)
  line.deviceIsAheadMs = -7 * hourMs
  await line.ask()
  expect(line.errorMs()).toBeLessThanOrEqual(520)
  await line.askForAWhile(30)
  expect(line.errorMs()).toBeLessThan(100)
})

test('ignores an answer during which the device’s clock was set back', async () => {
  const line = new Line()
  await line.askForAWhile(30)
  const before = line.clock.nowMs() - line.nowMs
  await line.ask({
    date: () => {
      line.deviceIsAheadMs = -hourMs
      return new Date(line.nowMs).toUTCString()
    },
  })
  line.deviceIsAheadMs = 0
  expect(line.clock.nowMs() - line.nowMs).toBe(before)
})
