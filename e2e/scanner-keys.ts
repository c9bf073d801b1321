import type { CDPSession, Page } from 'playwright-core'
import type { Wedge } from '../simulation/tills/wedges.ts'

/** Before a scan or a typed text begins, by the keyboard's own times. */
export const keyboardPauseMs = 1000

const cableWedge: Wedge = { gapMs: () => 8, ending: 'Enter' }

interface Key {
  readonly key: string
  readonly text?: string
  readonly code: string
  readonly number: number
}

const named: Record<string, Key> = {
  Enter: { key: 'Enter', text: '\r', code: 'Enter', number: 13 },
  Backspace: { key: 'Backspace', code: 'Backspace', number: 8 },
  Tab: { key: 'Tab', code: 'Tab', number: 9 },
}

function keyOf(name: string): Key {
  const known = named[name]
  if (known !== undefined) return known
  const code = /\d/.test(name) ? `Digit${name}` : /[a-z]/i.test(name) ? `Key${name.toUpperCase()}` : 'Slash'
  return { key: name, text: name, code, number: name.toUpperCase().charCodeAt(0) }
}

/**
 * Types on a page as a keyboard does: trusted events through the browser's own input, each with the time at
 * which the device sent it. A busy machine therefore changes no timing, and long scans need no real time;
 * only pauses are real.
 */
export async function keyboardOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  // The first scan is not dated ahead: an Enter pressed in the page's time could then be taken for its second ending.
  let atMs = Date.now() - keyboardPauseMs
  const later = (ms: number) => {
    atMs = Math.max(atMs + ms, Date.now())
  }
  const press = (name: string, gapMs: number, holdMs: number) => {
    atMs += gapMs
    return Promise.all([
      dispatch(session, 'keyDown', keyOf(name), atMs),
      dispatch(session, 'keyUp', keyOf(name), atMs + holdMs),
    ])
  }
  return {
    /** Sends a scanner's keys one by one, each released before the next. */
    async scan(
      code: string,
      { gapMs, prefix = '', ending = 'Enter', endings = 1 }: Wedge = cableWedge,
    ): Promise<void> {
      later(keyboardPauseMs)
      const keys = [...prefix, ...code, ...(ending === 'none' ? [] : Array(endings).fill(ending))]
      await Promise.all(keys.map((name) => press(name, gapMs(), 1)))
    },
    /** Types by hand: about `gapMs` apart, as unevenly as hands do, each key held for a while. */
    async type(keys: readonly string[] | string, gapMs: number): Promise<void> {
      later(keyboardPauseMs)
      const gap = (index: number) => gapMs + (index % 2 === 0 ? 15 : -15)
      await Promise.all([...keys].map((name, index) => press(name, gap(index), Math.min(70, gap(index)))))
    },
  }
}

export type Keyboard = Awaited<ReturnType<typeof keyboardOf>>

function dispatch(session: CDPSession, type: 'keyDown' | 'keyUp', key: Key, atMs: number): Promise<unknown> {
  return session.send('Input.dispatchKeyEvent', {
    type,
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.number,
    ...(type === 'keyDown' && key.text !== undefined && { text: key.text }),
    timestamp: atMs / 1000,
  })
}

export interface Heard {
  /** Keys, texts, clicks and form submissions that reached anything on the page. */
  readonly seen: string[]
  readonly hits: number
  readonly misses: number
  /** The longest time between the arrival of two keys in the page. */
  readonly longestGapMs: number
}

/** After a gap this long the machine has stalled, and the page may take the keys before it for typing. */
export const stalledMs = 150

/** What a scan must never do: press Enter or Tab, click or submit. */
export const commandsIn = (seen: readonly string[]) =>
  seen.filter((each) => /Enter|Tab|click|submit/.test(each))

/** Runs in a new page before its own scripts: records what reaches the page, and its sounds. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Ears['heard'] = {
      seen: [],
      hits: 0,
      misses: 0,
      longestGapMs: 0,
      isClockSet: false,
      last: null,
    }
    Object.assign(window, { heard })
    // Before the page's own scripts: records when each key arrived.
    window.addEventListener(
      'keydown',
      ({ timeStamp: sentMs, isTrusted }) => {
        // A key that was held and is given back has another time than its device's.
        if (!isTrusted) return
        const cameMs = performance.now()
        const { last } = heard
        if (last !== null) {
          const gapMs = sentMs - last.sentMs
          heard.longestGapMs = Math.max(heard.longestGapMs, cameMs - last.cameMs)
          // No scanner here takes a second for a key.
          heard.isClockSet ||= gapMs < 0 || gapMs > 1_000
        }
        heard.last = { sentMs, cameMs }
      },
      { capture: true },
    )
    for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'click', 'submit']) {
      document.addEventListener(
        type,
        (event) => {
          const what = event instanceof KeyboardEvent ? event.key : ((event as InputEvent).data ?? '')
          heard.seen.push(`${type} ${what}`.trim())
        },
        { capture: true },
      )
    }
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) {
      if (this.frequency.value === 1760) heard.hits += 1
      if (this.frequency.value === 196) heard.misses += 1
      start.apply(this, at)
    }
  })
}

/** A page that is recorded. */
export type Ears = Window & {
  heard: {
    seen: string[]
    hits: number
    misses: number
    longestGapMs: number
    /** The machine's clock was set between two keys, as after it was suspended: their times say nothing. */
    isClockSet: boolean
    last: { sentMs: number; cameMs: number } | null
  }
}

/** What was recorded since the last call. */
export function heard(page: Page): Promise<Heard> {
  return page.evaluate(() => {
    const ears = (window as Window as Ears).heard
    const { seen, hits, misses, longestGapMs } = ears
    Object.assign(ears, { seen: [], hits: 0, misses: 0, longestGapMs: 0, isClockSet: false, last: null })
    return { seen, hits, misses, longestGapMs }
  })
}

/** Waits until this many scans were answered with a sound. */
export async function answered(page: Page, count = 1): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { hits, misses } = (window as Window as Ears).heard
    return hits + misses >= wanted
  }, count)
}
