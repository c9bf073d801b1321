import type { App } from './app.ts'
import type { Member } from './world.ts'

/** A device enabled as a terminal of a store, and how employees sign in at it. */
export interface TestTerminal {
  readonly id: string
  readonly deviceToken: string
}

/** Enables a device as a terminal, as a manager does. */
export async function enableTerminal(app: App, manager: Member, name: string): Promise<TestTerminal> {
  const made = await app.call(manager, 'POST', '/pos/terminals', { storeId: manager.storeId, name })
  if (made.status !== 201) throw new Error(made.text)
  const enabled = await app.call(manager, 'POST', `/pos/terminals/${made.body.id}/enable`, {})
  if (enabled.status !== 201) throw new Error(enabled.text)
  return { id: made.body.id, deviceToken: enabled.body.deviceToken }
}

/**
 * Sets the member's code and PIN at the store's terminals; `by` generates the PIN, the member chooses one.
 */
export async function giveCode(app: App, by: Member, member: Member, pin = '482913'): Promise<string> {
  const { rows } = await app.admin.query('select id from shop.employees where membership_id = $1', [
    member.membershipId,
  ])
  const minted = await app.call(by, 'POST', `/pos/employees/${rows[0].id}/pin`, {})
  if (minted.status !== 201) throw new Error(minted.text)
  await app.world.choosePin(member, pin)
  return minted.body.code
}

/** A session of the member, opened at the terminal with code and PIN. */
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
