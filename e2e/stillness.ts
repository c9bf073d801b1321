import type { Page, Request } from 'playwright-core'

interface Traffic {
  readonly underWay: Set<Request>
  /** Called when nothing is under way any more. */
  readonly waiting: Set<() => void>
}
const trafficOf = new WeakMap<Page, Traffic>()

/** Has `settled` know of a page's requests; to be called before the page is used. */
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
    // A stream of events stays open, and nobody waits for its end.
    if (request.resourceType() !== 'eventsource') traffic.underWay.add(request)
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
}

/** So many pictures in a row without a change: a motion of steps rests for up to three between two of them. */
const stillFrames = 5

/**
 * Waits until the page is what a person would call finished: nothing is on its way to it, nothing in it moves or fades,
 * and it changes no more. What turns for ever, such as a loader, ends with the request that it stands for.
 */
export async function settled(page: Page): Promise<void> {
  const { underWay, waiting } = trafficOf.get(page) as Traffic
  do {
    if (underWay.size > 0) await new Promise<void>((go) => waiting.add(go))
    // A page that gives way to another meanwhile is looked at anew.
    await page.evaluate(still, stillFrames).catch(async (error: Error) => {
      if (!/context was destroyed|navigat/i.test(error.message)) throw error
      await page.waitForLoadState()
    })
  } while (underWay.size > 0)
}

/** Runs in the page. Mantine fades by a style of the element itself, which says so before the browser has begun. */
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
    // Pictures go before work on a busy machine: only when there is nothing to do has nothing happened.
    await new Promise((resolve) => requestIdleCallback(resolve))
    quiet = changes > 0 || moves() || fades() ? 0 : quiet + 1
    changes = 0
  }
  observer.disconnect()
}
