import { describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { openLine } from './line.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories({ forgives: /ERR_INTERNET_DISCONNECTED/ })
let visit: Visit

/** The till of a demo person, with its files stored on the device. */
async function atTheTill(who = 'cashier', url = demo.url): Promise<void> {
  visit = await demo.open({ url, width: 1024, height: 768, isKept: true })
  visit.page.setDefaultNavigationTimeout(patient(60_000))
  await signIn(visit, who, '/caja?tab=productos')
  await visit.page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
  await visit.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** The names of the code that this page has loaded, without their hashes. */
const loadedChunks = () =>
  visit.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  )

describe('the till as an installed app', () => {
  test('can be installed: its manifest, icons and worker are there', async () => {
    await atTheTill()
    const { page } = visit
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const manifest = await (await page.request.get(`${href}`)).json()
    expect(manifest).toMatchObject({ start_url: '/caja', scope: '/', display: 'standalone', lang: 'es-MX' })
    for (const { src, sizes, type } of manifest.icons) {
      const size = await page.evaluate(async (address) => {
        const picture = new Image()
        picture.src = address
        await picture.decode()
        return `${picture.naturalWidth}x${picture.naturalHeight}`
      }, src)
      if (type === 'image/png') expect(size).toBe(sizes)
    }
    const purposes = manifest.icons.map(
      (icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`,
    )
    expect(purposes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
    // Chromium's own objections to installing; private windows are the test's own doing.
    const devtools = await visit.context.newCDPSession(page)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    )
  })

  test('opens offline, with its goods and its person', async () => {
    await atTheTill()
    const { page, context, picture } = visit
    await page.reload()
    await page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
    await page.getByText('Sin conexión').first().waitFor()
    await picture('offline-1-opened')
    await page.goto('/caja')
    await page.getByRole('tab', { name: 'TAE' }).waitFor()
    await context.setOffline(false)
    await page.getByText('En línea').waitFor({ timeout: patient(30_000) })
  })

  test('opens each of its dialogs offline, even the first time', async () => {
    await atTheTill()
    const { page, context, picture } = visit
    const till = tillSteps(visit)
    await till.withShift()
    // They are loaded as soon as the device holds them, before anybody opens one.
    await expect
      .poll(() => loadedChunks(), { timeout: patient(30_000) })
      .toEqual(expect.arrayContaining(['parts', 'approve-dialog', 'hint-bubble', 'account-menu']))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await context.setOffline(true)
    await page.reload()
    await till.shelf()
    await page.getByText('Sin conexión').first().waitFor()

    const opens = async (title: string | RegExp, open: () => Promise<void>) => {
      await open()
      await page.getByRole('dialog', { name: title }).waitFor()
      await page.keyboard.press('Escape')
      await till.dialog().waitFor({ state: 'detached' })
    }
    const choose = async (menu: string | RegExp, item: string | RegExp) => {
      await till.button(menu).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await opens('Ventas', () => page.getByRole('banner').getByRole('button', { name: 'Ventas' }).click())
    await opens('Tu turno', () => till.button('Turno').click())
    await opens('Bloqueo automático', () => choose(/Sin terminal$/, /^Bloqueo automático/))
    await opens('Escáner', () => choose(/Sin terminal$/, 'Escáner y sonido'))
    await till
      .button(/^Mi cuenta/)
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).waitFor()
    await page.keyboard.press('Escape')
    const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
    await search.fill('Jitomate')
    await opens(/Jitomate/, () => till.button(/Jitomate/).click())
    await search.fill('')
    await till.pick('Pan blanco')
    await page.getByText('Cuenta sin conexión').waitFor()
    const account = page.getByRole('region', { name: 'Cuenta' })
    await opens(/Pan blanco/, () => account.getByRole('button', { name: /^Pan blanco/ }).click())
    await opens('¿Cancelar esta cuenta?', () => choose('Más acciones de la cuenta', 'Cancelar la cuenta'))
    await till.button('Cobrar $48.50').click()
    await till.dialog().getByRole('button', { name: 'Cobrar $48.50' }).click()
    await page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
    await page.keyboard.press('Enter')
    await opens('Por sincronizar', () => till.button(/por sincronizar/).click())
    for (const tab of ['TAE', 'Servicios', 'Pines']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByText('Sin conexión no se pueden vender').waitFor()
      const content = page.getByRole('tabpanel', { name: tab })
      await content.getByRole('heading').first().waitFor()
    }
    await picture('offline-12-dialogs')
  })

  test('stores nothing that the API answered', async () => {
    await atTheTill()
    const kept = await visit.page.evaluate(async () => {
      const addresses: string[] = []
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
          addresses.push(new URL(request.url).pathname)
      return addresses
    })
    expect(kept).toContain('/index.html')
    expect(
      kept.filter(
        (path) => !/^\/(assets\/|icons\/|index\.html|favicon\.svg|manifest\.webmanifest)/.test(path),
      ),
    ).toEqual([])
  })

  test('forgets the person when they sign out', async () => {
    await atTheTill()
    const { page } = visit
    await page
      .getByRole('button', { name: /^Mi cuenta|^Cuenta/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.waitForURL('**/entrar')
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('mostrador.kept.'))),
    ).toEqual([])
  })

  test('offers a newer version, and switches to it between two sales only', async () => {
    const line = await openLine(demo.url)
    await atTheTill('cashier', line.url)
    const { page, picture } = visit
    const till = tillSteps(visit)
    await till.pick('Cloro 1 L')
    await till.button('Cobrar $17.50').waitFor()
    await page.evaluate(() => Object.assign(window, { isOldPage: true }))
    line.append('/service-worker.js', '\n// The same, and newer.\n')
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    const offer = till.button('Actualizar')
    await offer.waitFor({ timeout: patient(30_000) })
    await expect.poll(() => offer.getAttribute('aria-description')).toMatch(/Termina primero la venta/)
    await offer.click({ force: true })
    await picture('offline-11-newer')
    expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)
    await till.button('Más acciones de la cuenta').click()
    await page.getByRole('menuitem', { name: 'Cancelar la cuenta' }).click()
    await till.dialog().getByRole('button', { name: 'Cancelar la cuenta' }).click()
    await page.getByText('Empieza una venta').waitFor()
    await offer.click()
    await expect
      .poll(() => page.evaluate(() => 'isOldPage' in window).catch(() => true), { timeout: patient(30_000) })
      .toBe(false)
    await till.shelf()
    expect(await offer.count()).toBe(0)
    await line.stop()
  })
})
