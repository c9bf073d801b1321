import type { Page, Request } from 'playwright-core'
import { patient } from '../server/test/patience.ts'

interface Traffic {
  readonly underWay: Set<Request>
  /** Called when no request is in progress any more. */
  readonly waiting: Set<() => void>
}
const trafficOf = new WeakMap<Page, Traffic>()

/** Tracks a page's requests for `settled`; call it before the page is used. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { underWay: new Set(), waiting: new Set() }
  trafficOf.set(page, traffic)
  const over = (request: Request) => {
    traffic.underWay.delete(request)
    if (traffic.underWay.size > 0) return
    for (const go of traffic.waiting) go()
    traffic.waiting.clear()
  }
  page.on('request', (request) => {
    // An event stream stays open, so it is not waited for.
    if (request.resourceType() !== 'eventsource') traffic.underWay.add(request)
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
}

/** This many unchanged frames in a row: a stepped animation may pause for up to three. */
const stillFrames = 5

/**
 * Waits until the page has finished: no requests, no motion or fading, no more changes. Endless animations,
 * such as a loader, end with their request.
 *
 * @throws Error naming what did not end in time
 */
export async function settled(page: Page): Promise<void> {
  const { underWay } = trafficOf.get(page) as Traffic
  const until = Date.now() + patient(30_000)
  do {
    if (underWay.size > 0) await answeredAll(page, until)
    // A page that navigates meanwhile is checked again.
    const restless = await page.evaluate(still, [stillFrames, until] as const).catch(async (error: Error) => {
      if (!/context was destroyed|navigat/i.test(error.message)) throw error
      await page.waitForLoadState()
      return null
    })
    if (restless !== null) throw new Error(`${page.url()} does not come to rest: ${restless}`)
  } while (underWay.size > 0)
}

async function answeredAll(page: Page, until: number): Promise<void> {
  const { underWay, waiting } = trafficOf.get(page) as Traffic
  let go = () => {}
  const isAnswered = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), until - Date.now())
    go = () => {
      clearTimeout(timer)
      resolve(true)
    }
    waiting.add(go)
  })
  if (isAnswered) return
  waiting.delete(go)
  const left = [...underWay].map((request) => `${request.method()} ${request.url()}`)
  throw new Error(`${page.url()} still waits for ${left.join(', ')}`)
}

/**
 * Runs in the page. Mantine fades by an inline style, which is set before the browser starts the transition.
 *
 * @returns what still moves when the time is over; `null` once nothing does
 */
async function still([frames, until]: readonly [number, number]): Promise<string | null> {
  let changes: MutationRecord[] = []
  const observer = new MutationObserver((more) => {
    changes.push(...more)
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const moves = () =>
    document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
  const fades = () =>
    [...document.querySelectorAll('[style*="transition"]')].filter((element) => {
      return element.checkVisibility() && getComputedStyle(element).opacity !== '1'
    })
  const start = (element: Node | null | undefined) =>
    element instanceof Element
      ? element.outerHTML.slice(0, 200)
      : `${element?.parentElement?.outerHTML}`.slice(0, 200)
  const late = new Promise((resolve) => setTimeout(resolve, until - Date.now()))
  // Chromium can forget that it is idle until it draws again.
  const nudges = setInterval(() => requestAnimationFrame(() => {}), 500)
  try {
    let drawn = 0
    for (let quiet = 0; quiet < frames; drawn += 1) {
      changes = []
      await Promise.race([late, new Promise(requestAnimationFrame)])
      // On a busy machine frames are drawn before pending work: only an idle page has finished.
      await Promise.race([late, new Promise((resolve) => requestIdleCallback(resolve))])
      const [moving] = moves()
      const [fading] = fades()
      quiet = changes.length > 0 || moving !== undefined || fading !== undefined ? 0 : quiet + 1
      if (Date.now() < until) continue
      if (drawn < 30) return 'draws no frames, or is never idle'
      if (moving !== undefined) return `moves ${start((moving.effect as KeyframeEffect | null)?.target)}`
      if (fading !== undefined) return `fades ${start(fading)}`
      return `changes ${start(changes.at(-1)?.target)}`
    }
    return null
  } finally {
    clearInterval(nudges)
    observer.disconnect()
  }
}
