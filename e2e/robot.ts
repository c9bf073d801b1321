import type { Locator, Page } from 'playwright-core'
import { passTime } from '../server/test/pass-time.ts'
import { keyboardOf, keyboardPauseMs } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { readScreen } from './till-steps.ts'

/** What an act costs a person, as counted by the robot that did it. */
export interface Effort {
  readonly keys: number
  /** Of a finger, or clicks of a mouse. */
  readonly taps: number
  readonly scans: number
  readonly seconds: number
}

export type Robot = Awaited<ReturnType<typeof robotOf>>

/** Between two typed keys. Digits that come sooner may be those of a slow scanner. */
const typingMs = 180

/**
 * Does an act on a page, and counts everything that it presses. It presses as soon as the screen has come to
 * rest, so its seconds are the product's and the typing's, without a person's reading.
 */
export async function robotOf(page: Page, { isTouched = false } = {}) {
  const scanner = await keyboardOf(page)
  const counted = { keys: 0, taps: 0, scans: 0 }
  let pausedMs = 0
  const startedAt = performance.now()
  return {
    page,
    async scan(code: string): Promise<void> {
      await settled(page)
      counted.scans += 1
      await scanner.scan(code)
    },
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        await settled(page)
        counted.keys += 1
        await page.keyboard.press(key)
      }
    },
    async type(text: string): Promise<void> {
      await settled(page)
      counted.keys += text.length
      // By the keyboard's own times, because a busy browser's would be those of a scanner. It begins after a second.
      const tookMs = text.length * typingMs
      await Promise.all([scanner.type(text, typingMs), passTime(tookMs + keyboardPauseMs, 'a person types')])
      pausedMs += keyboardPauseMs
    },
    /** Presses a key until what is called so has the focus. */
    async walkTo(key: string, name: RegExp): Promise<void> {
      for (let pressed = 0; pressed < 40; pressed += 1) {
        await settled(page)
        if (name.test(await page.evaluate(focusedName))) return
        counted.keys += 1
        await page.keyboard.press(key)
      }
      throw new Error(`${key} reaches nothing called ${name}`)
    },
    read: () => readScreen(page),
    async tap(target: Locator): Promise<void> {
      await target.waitFor()
      await settled(page)
      counted.taps += 1
      await (isTouched ? target.tap() : target.click())
    },
    effort: (): Effort => ({ ...counted, seconds: (performance.now() - startedAt - pausedMs) / 1000 }),
  }
}

/** Runs in the page. */
function focusedName(): string {
  const element = document.activeElement
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
  return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? ''
}
