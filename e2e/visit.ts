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
  /** What the browser complained about: scripts that failed, and what the content policy blocked. */
  readonly complaints: string[]
  /** Keeps a picture of the page under test-output/ where MOSTRADOR_SCREENS asks for it. */
  picture(name: string): Promise<void>
}

export interface Window {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
  /** The till keeps its files on the device. What it asks for past its worker, a story cannot lead astray. */
  readonly isKept?: boolean
  /** Nothing moves, as some people have their device: for who looks at what is there, not at how it comes. */
  readonly isStill?: boolean
  /** Another way to the product than its own address. */
  readonly url?: string
}

/** A window of a tablet at the counter, with nobody signed in. */
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
  })
  const page = await context.newPage()
  watchTraffic(page)
  page.setDefaultTimeout(patient(15_000))
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // Refusals of the API are answers like others; the browser prints them as errors all the same.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  return {
    page,
    context,
    complaints,
    async picture(name) {
      if (process.env['MOSTRADOR_SCREENS'] !== undefined) await keepPicture(page, name)
    },
  }
}

/** Writes what a page looks like to test-output/. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' })
}

/**
 * Signs a demo person in, and opens a page as them; `who` is what stands before the @. The entrance is left out: it has
 * stories of its own.
 *
 * @param to the page; where that person begins the day, unless told
 */
export async function signIn({ page, context }: Visit, who: string, to = '/'): Promise<void> {
  const answer = await context.request.post('/auth/sessions', {
    // As a browser says of what a person does in it.
    headers: { 'sec-fetch-site': 'none' },
    data: { email: `${who}@demo.mostrador.test`, password: demoPassword },
    timeout: patient(15_000),
  })
  if (!answer.ok()) throw new Error(`${who} cannot sign in: ${answer.status()} ${await answer.text()}`)
  await page.goto(to)
  await page.waitForURL((address) => address.pathname !== '/')
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
 * Turns one of the platform's switches on the page of its administrator.
 *
 * @throws Error when the platform refuses
 */
export async function switchSetting({ page }: Visit, name: string, isOn: boolean): Promise<void> {
  await page.goto('/administracion/ajustes')
  const control = page.getByRole('switch', { name })
  await control.waitFor()
  if ((await control.isChecked()) === isOn) return
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await control.press('Space')
  const status = (await saved).status()
  if (status >= 400) throw new Error(`the setting was refused: ${status}`)
}
