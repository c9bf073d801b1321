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
  /** Keeps a picture of the page under test-output/. */
  picture(name: string): Promise<void>
}

/** A window of a tablet at the counter, with nobody signed in. */
export async function openVisit(
  browser: Browser,
  url: string,
  options: {
    width?: number
    height?: number
    colorScheme?: 'light' | 'dark'
    locale?: string
    /** The till keeps its files on the device. What it asks for past its worker, a story cannot lead astray. */
    isKept?: boolean
  } = {},
): Promise<Visit> {
  const { width = 1180, height = 820, colorScheme = 'light', locale = 'es-MX', isKept = false } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    locale,
    timezoneId: 'America/Mexico_City',
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
      await mkdir(pictures, { recursive: true })
      await page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' })
    },
  }
}

/** Signs a demo person in through the form; `who` is what stands before the @. */
export async function signIn({ page }: Visit, who: string): Promise<void> {
  await page.goto('/entrar')
  await page.getByLabel('Correo electrónico').fill(`${who}@demo.mostrador.test`)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((address) => address.pathname !== '/entrar' && address.pathname !== '/')
}

/**
 * Turns one of the platform's switches, as its administrator does.
 *
 * @throws Error when the platform refuses
 */
export async function switchSetting(browser: Browser, url: string, name: string, isOn: boolean) {
  const visit = await openVisit(browser, url, { width: 1280 })
  const { page } = visit
  await signIn(visit, 'admin')
  await page.goto('/administracion/ajustes')
  const control = page.getByRole('switch', { name })
  await control.waitFor()
  if ((await control.isChecked()) !== isOn) {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await control.press('Space')
    const status = (await saved).status()
    if (status >= 400) throw new Error(`the setting was refused: ${status}`)
  }
  await visit.context.close()
}
