import type { Page } from 'playwright-core'
import { patient } from '../server/test/patience.ts'
import type { DemoApi } from './store-api.ts'

/** The PIN of every employee in the demo. */
export const demoPin = '274915'

interface Listed {
  items: { id: string; name: string; code: string | null }[]
}

/** The employee code of a demo person. */
export async function codeOf(manager: DemoApi, name: RegExp): Promise<string> {
  const { items } = await manager.get<Listed>(`/pos/employees?storeId=${manager.storeId}&limit=100`)
  return items.find((employee) => name.test(employee.name))?.code ?? ''
}

export async function newTerminal(manager: DemoApi, name: string): Promise<string> {
  return (await manager.post<{ id: string }>('/pos/terminals', { storeId: manager.storeId, name })).id
}

/** Enables a page's browser as a new terminal with a manager's code, and opens its sign-in. */
export async function enableTill(page: Page, manager: DemoApi, name: string): Promise<string> {
  const id = await newTerminal(manager, name)
  const { code } = await manager.post<{ code: string }>(`/pos/terminals/${id}/enabling-codes`, {})
  await page.goto(`/caja/activar#codigo=${code}`)
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByRole('button', { name: 'Ir a la entrada' }).click()
  await page.getByRole('heading', { name }).waitFor()
  return id
}

/** Signs in at an enabled till. */
export async function enterByPin(page: Page, code: string): Promise<void> {
  await page.getByLabel('Tu código').fill(code)
  await page.keyboard.press('Enter')
  await page.getByLabel('Tu PIN').fill(demoPin)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Productos' }).waitFor({ timeout: patient(30_000) })
}
