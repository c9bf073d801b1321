import type { CDPSession, Page } from 'playwright-core'

/** A scanner as a device: what it sends, and how fast. */
export interface Wedge {
  readonly name?: string
  /** Between one key and the next, in milliseconds; asked anew for each. */
  readonly gapMs: () => number
  readonly prefix?: string
  readonly ending?: 'Enter' | 'Tab' | 'none'
}

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
 * The keyboard of a page as the browser hears it: trusted events through its own input, each with the time at which
 * the device sent it. A busy machine thereby changes no pace, and a day of scans does not last a day; what waits for a
 * pause waits for a real one.
 */
export async function keyboardOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  let atMs = Date.now()
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
    /** Keys of a scanner, one by one, each released before the next. */
    async scan(code: string, { gapMs, prefix = '', ending = 'Enter' }: Wedge = cableWedge): Promise<void> {
      later(1000)
      const keys = [...prefix, ...code, ...(ending === 'none' ? [] : [ending])]
      await Promise.all(keys.map((name) => press(name, gapMs(), 1)))
    },
    /** Keys of a hand: `gapMs` apart, and each held down for a while. */
    async type(keys: readonly string[] | string, gapMs: number): Promise<void> {
      later(1000)
      await Promise.all([...keys].map((name) => press(name, gapMs, Math.min(70, gapMs))))
    },
  }
}

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
  /** Keys, texts, presses and forms that reached anything on the page. */
  readonly seen: string[]
  readonly hits: number
  readonly misses: number
}

/** Called in a new page before its own scripts: notes what reaches the page, and what it sounds. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Ears['heard'] = { seen: [], hits: 0, misses: 0, latestMs: 0, last: null }
    Object.assign(window, { heard })
    // Before the page's own scripts: how much later than it was due after the last one each key has come.
    window.addEventListener(
      'keydown',
      ({ timeStamp: sentMs }) => {
        const cameMs = performance.now()
        const { last } = heard
        if (last !== null)
          heard.latestMs = Math.max(heard.latestMs, cameMs - last.cameMs - (sentMs - last.sentMs))
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

/** A page that is listened to. */
export type Ears = Window & {
  heard: {
    seen: string[]
    hits: number
    misses: number
    /** By how much the latest key came later than its pace says. */
    latestMs: number
    last: { sentMs: number; cameMs: number } | null
  }
}

/** What was heard since it was last asked for. */
export function heard(page: Page): Promise<Heard> {
  return page.evaluate(() => {
    const ears = (window as Window as Ears).heard
    const { seen, hits, misses } = ears
    Object.assign(ears, { seen: [], hits: 0, misses: 0, latestMs: 0, last: null })
    return { seen, hits, misses }
  })
}

/** Waits until as many scans have been answered, by whatever sound. */
export async function answered(page: Page, count = 1): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { hits, misses } = (window as Window as Ears).heard
    return hits + misses >= wanted
  }, count)
}
