import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { children, kept } from '../server/test/children.ts'
import { launchBrowser } from './browser.ts'
import { type OpenDemo, openDemo } from './demo.ts'
import { keepPicture, openVisit, signIn, type Visit, type Window } from './visit.ts'

interface Stage {
  /** Opens the product; by default a demo for this file alone. */
  readonly opens?: () => Promise<OpenDemo>
  /** Window options, unless a story gives others. */
  readonly window?: Window
  /** Browser errors that a story causes on purpose. */
  readonly forgives?: RegExp
}

export interface Stories {
  readonly browser: Browser
  readonly url: string
  /** Opens a window without a session, until the end of the story. */
  open(window?: Window): Promise<Visit>
  /**
   * Opens a window that the next stories continue with, as a till is open all day. A story that fails closes it.
   *
   * @returns also whether it was opened just now
   */
  stay(window?: Window): Promise<{ visit: Visit; isNew: boolean }>
  /** Opens a window signed in as a demo person, at a page or at that person's first page. */
  visitAs(who: string, options?: Window & { at?: string }): Promise<Visit>
}

/**
 * Everything that the stories of a file need: an untouched demo and the browser. After each story its windows
 * are closed, and the browser must not have logged errors.
 */
export function stories(stage: Stage = {}): Stories {
  const { opens = openDemo, window: usual = {}, forgives } = stage
  const visits: Visit[] = []
  let staying: Visit | undefined
  let product: OpenDemo
  let browser: Browser
  beforeAll(async () => {
    browser = await browserOfWorker()
    product = await opens()
  })
  afterAll(async () => {
    await staying?.context.close()
    await product?.stop()
  })
  afterEach(async ({ task }) => {
    const complaints = visits
      .flatMap((visit) => visit.complaints.splice(0))
      .filter((each) => !forgives?.test(each))
    const isFailed = task.result?.state === 'fail'
    if (isFailed) await keepPictures(task.name, visits)
    const kept = isFailed || complaints.length > 0 ? undefined : staying
    staying = kept
    await Promise.all(
      visits
        .splice(0)
        .filter((visit) => visit !== kept)
        .map(({ context }) => context.close()),
    )
    expect(complaints).toEqual([])
  })
  const open = async (window: Window = {}) => {
    const visit = await openVisit(browser, product.url, { ...usual, ...window })
    visits.push(visit)
    return visit
  }
  return {
    get browser() {
      return browser
    },
    get url() {
      return product.url
    },
    open,
    async stay(window) {
      const isNew = staying === undefined
      if (staying === undefined) staying = await open(window)
      else visits.push(staying)
      return { visit: staying, isNew }
    },
    async visitAs(who, { at, ...window } = {}) {
      const visit = await open(window)
      await signIn(visit, who, at)
      return visit
    },
  }
}

/** Pictures of a failed story's windows; closed ones are skipped. */
async function keepPictures(story: string, visits: readonly Visit[]): Promise<void> {
  const name = story.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  for (const [at, { page }] of visits.entries())
    await keepPicture(page, `failed-${name}-${at + 1}`).catch(() => {})
}

/**
 * Without the optimizing compilers: a story's page lives for seconds, and compiling costs it more than the faster
 * code saves. Benchmarks of the till keep them.
 */
const shortLived = ['--js-flags=--no-opt --no-maglev']

let started: Browser | undefined

/** One browser for all files of this process, closed at its end. */
async function browserOfWorker(): Promise<Browser> {
  if (started?.isConnected()) return started
  const before = new Set(children())
  started = await launchBrowser(shortLived)
  for (const pid of children()) if (!before.has(pid)) kept.add(pid)
  return started
}
