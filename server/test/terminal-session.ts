import type { App } from './app.ts'
import type { Member } from './world.ts'

/** A device that is a terminal of a store, and how employees come in at it. */
export interface TestTerminal {
  readonly id: string
  readonly deviceToken: string
}

/** Makes a device a terminal, as a manager does it at the desk. */
export async function enableTerminal(app: App, manager: Member, name: string): Promise<TestTerminal> {
  const made = await app.call(manager, 'POST', '/pos/terminals', { storeId: manager.storeId, name })
  if (made.status !== 201) throw new Error(made.text)
  const enabled = await app.call(manager, 'POST', `/pos/terminals/${made.body.id}/enable`, {})
  if (enabled.status !== 201) throw new Error(enabled.text)
  return { id: made.body.id, deviceToken: enabled.body.deviceToken }
}

/** By what the member is known at the store's terminals from here on; `by` mints, the member chooses. */
export async function giveCode(app: App, by: Member, member: Member, pin = '482913'): Promise<string> {
  const { rows } = await app.admin.query('select id from shop.employees where membership_id = $1', [
    member.membershipId,
  ])
  const minted = await app.call(by, 'POST', `/pos/employees/${rows[0].id}/pin`, {})
  if (minted.status !== 201) throw new Error(minted.text)
  await app.world.choosePin(member, pin)
  return minted.body.code
}

/** A session of the member, opened at the terminal by code and PIN. */
export async function enterAt(
  app: App,
  terminal: TestTerminal,
  code: string,
  pin = '482913',
): Promise<{ token: string }> {
  const opened = await app.call(
    undefined,
    'POST',
    '/auth/terminal-sessions',
    { code, pin },
    { authorization: `Terminal ${terminal.deviceToken}` },
  )
  if (opened.status !== 201) throw new Error(opened.text)
  return { token: opened.body.token }
}
