import type { Page, Request } from 'playwright-core'

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
 */
export async function settled(page: Page): Promise<void> {
  const { underWay, waiting } = trafficOf.get(page) as Traffic
  do {
    if (underWay.size > 0) await new Promise<void>((go) => waiting.add(go))
    // A page that navigates meanwhile is checked again.
    await page.evaluate(still, stillFrames).catch(async (error: Error) => {
      if (!/context was destroyed|navigat/i.test(error.message)) throw error
      await page.waitForLoadState()
    })
  } while (underWay.size > 0)
}

/**
 * Runs in the page. Mantine fades by an inline style, which is set before the browser starts the transition.
 */
async function still(frames: number): Promise<void> {
  let changes = 0
  const observer = new MutationObserver(() => {
    changes += 1
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const moves = () =>
    document.getAnimations().some(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
  const fades = () =>
    [...document.querySelectorAll('[style*="transition"]')].some((element) => {
      return element.checkVisibility() && getComputedStyle(element).opacity !== '1'
    })
  for (let quiet = 0; quiet < frames; ) {
    await new Promise(requestAnimationFrame)
    // On a busy machine frames are drawn before pending work: only an idle page has finished.
    await new Promise((resolve) => requestIdleCallback(resolve))
    quiet = changes > 0 || moves() || fades() ? 0 : quiet + 1
    changes = 0
  }
  observer.disconnect()
}
