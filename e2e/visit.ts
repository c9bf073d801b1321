import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { patient } from '../server/test/patience.ts'
import { watchTraffic } from './stillness.ts'

const pictures = path.resolve(import.meta.dirname, '../test-output')
export const demoPassword = 'mostrador-demo-2026'

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors that the browser logged: failed scripts, and what the content policy blocked. */
  readonly complaints: string[]
  /** Saves a picture of the page, or of another one, under test-output/ if MOSTRADOR_SCREENS is on. */
  picture(name: string, of?: Page): Promise<void>
}

export interface Window {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
  /**
   * The till stores its files on the device. A story cannot intercept requests that the service worker
   * answers.
   */
  readonly isKept?: boolean
  /** Reduced motion, as some people set their device, for stories about content. */
  readonly isStill?: boolean
  /** A phone or tablet: fingers instead of a mouse, and a mobile browser's viewport. */
  readonly isTouched?: boolean
  /** Another URL of the product than its own. */
  readonly url?: string
}

/** A tablet-sized window at the counter, without a session. */
export async function openVisit(browser: Browser, url: string, options: Window = {}): Promise<Visit> {
  const { width = 1180, height = 820, colorScheme = 'light', locale = 'es-MX', isKept = false } = options
  const context = await browser.newContext({
    baseURL: options.url ?? url,
    viewport: { width, height },
    colorScheme,
    locale,
    timezoneId: 'America/Mexico_City',
    reducedMotion: options.isStill === true ? 'reduce' : 'no-preference',
    serviceWorkers: isKept ? 'allow' : 'block',
    hasTouch: options.isTouched === true,
    isMobile: options.isTouched === true,
  })
  // Also of windows that it opens, and of requests without a page.
  context.setDefaultTimeout(patient(15_000))
  const page = await context.newPage()
  watchTraffic(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser also logs refusals of the API as errors; stories check those themselves.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  return {
    page,
    context,
    complaints,
    async picture(name, of = page) {
      if (process.env['MOSTRADOR_SCREENS'] !== undefined) await keepPicture(of, name)
    },
  }
}

/** Saves a picture of a page to test-output/. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' })
}

/**
 * Signs a demo person in and opens a page; `who` is the part before the @. The sign-in form is skipped,
 * because it has its own stories.
 *
 * @param to the page; by default that person's first page
 */
export async function signIn({ page, context }: Visit, who: string, to = '/'): Promise<void> {
  const answer = await context.request.post('/auth/sessions', {
    // As browsers send it for a navigation by the person.
    headers: { 'sec-fetch-site': 'none' },
    data: { email: `${who}@demo.mostrador.test`, password: demoPassword },
  })
  if (!answer.ok()) throw new Error(`${who} cannot sign in: ${answer.status()} ${await answer.text()}`)
  await page.goto(to)
  await page.waitForURL((address) => address.pathname !== '/')
}

/** Goes to another page of the client as a link does, without loading the client again. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** Signs a demo person in through the form. */
export async function signInByForm({ page }: Visit, who: string): Promise<void> {
  await page.goto('/entrar')
  await page.getByLabel('Correo electrónico').fill(`${who}@demo.mostrador.test`)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((address) => address.pathname !== '/entrar' && address.pathname !== '/')
}

/**
 * Changes a platform setting on the administrator's page of settings, which is open.
 *
 * @throws Error when the platform refuses
 */
export async function switchSetting({ page }: Visit, name: string, isOn: boolean): Promise<void> {
  const control = page.getByRole('switch', { name })
  await control.waitFor()
  if ((await control.isChecked()) === isOn) return
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await control.press('Space')
  const status = (await saved).status()
  if (status >= 400) throw new Error(`the setting was refused: ${status}`)
}

/**
 * The next request to `path` is answered as if the session was confirmed too long ago. Later ones pass through the
 * same route: taking it away at that moment could lose a request of the page that is on its way.
 */
export async function meetOldSession({ page }: Visit, path: string): Promise<void> {
  let isMet = false
  await page.route(path, (route) => {
    if (isMet) return route.continue()
    isMet = true
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'Confirm', status: 403, code: 'confirmation_required' }),
    })
  })
}
