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
  let product: OpenDemo
  let browser: Browser
  beforeAll(async () => {
    browser = await browserOfWorker()
    product = await opens()
  })
  afterAll(() => product?.stop())
  afterEach(async ({ task }) => {
    const complaints = visits.flatMap((visit) => visit.complaints)
    if (task.result?.state === 'fail') await keepPictures(task.name, visits)
    await Promise.all(visits.splice(0).map(({ context }) => context.close()))
    expect(complaints.filter((each) => !forgives?.test(each))).toEqual([])
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

let started: Browser | undefined

/** One browser for all files of this process, closed at its end. */
async function browserOfWorker(): Promise<Browser> {
  if (started?.isConnected()) return started
  const before = new Set(children())
  started = await launchBrowser()
  for (const pid of children()) if (!before.has(pid)) kept.add(pid)
  return started
}
