import type { Route } from '../src/http/route.ts'

/** A row of the audit log. */
export interface Written {
  readonly action: string
  readonly entityId: string | null
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

const unfinished =
  'an unfinished cart gives nothing away: what takes goods out of it or changes a price is recorded'

/** Writing routes that leave no audit row, each with the reason. */
export const silent: Readonly<Record<string, string>> = {
  checkConnection: 'asks the provider, and stores only what it has answered',
  enrolSecondFactor: 'prepares a secret that has no effect until it is confirmed, which is recorded',
  lookUpInvite: 'only reads: a POST keeps the invitation’s token out of addresses and logs',
  parkCart: unfinished,
  recallCart: unfinished,
  receiveVasCallback: 'only has a sale looked up earlier; what the provider then says of it is recorded',
  recordStockCount: 'only notes what was counted; what it corrects is recorded when the count is closed',
  requestPasswordReset: 'answers strangers like members, and mails a link, whose use is recorded',
  updateCart: unfinished,
}

const repeated = 'the same request again finds it done, and changes nothing'

/** Writing routes that leave an audit row only sometimes, each with the reason. */
export const silentAtTimes: Readonly<Record<string, string>> = {
  acceptOfflineSale: repeated,
  addBankAccount: repeated,
  addCartDiscount: 'a discount that was approved before is recorded as approved, and as used with the sale',
  addCartLine: unfinished,
  bulkChangeProducts: 'a dry run only counts',
  cancelCart: repeated,
  changeMemberRole: repeated,
  createOfflineSale: `${repeated}; nor does one whose cart was sold online meanwhile`,
  finalizeCart: repeated,
  importChips: 'a dry run only reads the file',
  importProducts: 'a dry run only reads the file',
  openCart: unfinished,
  removeCartDiscount: unfinished,
  revokeApiKey: repeated,
  rollUpDailySales: repeated,
  uploadFile: repeated,
  updateCartLine: 'only less of something is recorded: more of it takes nothing away',
}

const password = 'the link is new, and the account stays as it is until it is used, which is recorded'
const invite = 'the invitation is new, and nobody has joined yet'

/** Routes below a record whose row tells no state before and after, each with the reason. */
export const oneSided: Readonly<Record<string, string>> = {
  addCartDiscount: 'what is recorded is a new approval',
  addCartLine: 'what is recorded is a new open price',
  createCashMovement: 'a movement is new, and the count of the drawer is told when the shift is closed',
  createEnablingCode: 'the code is new, and the terminal stays as it is until it is used, which is recorded',
  createPasswordReset: password,
  createStaffPasswordReset: password,
  decideRestoredAct: 'an act is decided once, and its row has what would come back',
  finalizeCart: 'the sale is new, and has all that the cart had',
  inviteManager: invite,
  inviteToAddEmail: invite,
  readPayoutClabe: 'it only reads, which is recorded',
  renewOwnerInvite: invite,
  reprintReceipt: 'the printed copy is new, and the receipt stays as it is',
  resendWebhookDelivery: 'the delivery is new, and the webhook stays as it is',
  sendReceipt: 'the mail is new, and the receipt stays as it is',
  sendVasReceipt: 'the mail is new, and the sale stays as it is',
}

/** Actions that are recorded although the request was refused. */
export const refusals: Readonly<Record<string, string>> = {
  'session.refused': 'somebody may be guessing a password',
  'session.throttled': 'somebody was guessing passwords',
  'employee_code.refused': 'somebody may be guessing a PIN',
  'employee_code.locked': 'somebody was guessing a PIN',
}

/** Whether a request may leave audit rows: it writes, or takes a file of records out. */
export const leavesTrace = ({ method, limit }: Route) => method !== 'GET' || limit === 'export'

/**
 * What is wrong with the audit rows of one request. Every write leaves a row, with the state before and after where it
 * has changed a record; a file leaves one row that names its route; what was refused leaves none. An answer from 500 on says
 * neither.
 */
export function faultsOf(route: Route, status: number, rows: readonly Written[]): string[] {
  const { name, method, path, limit } = route
  const fault = (text: string) => [`${method} ${path} (${name}) answered ${status} and ${text}`]
  const left = `left ${rows.map(({ action }) => action).join(', ') || 'no audit row'}`
  if (status >= 500 || !leavesTrace(route)) return []
  if (status >= 400) return rows.every(({ action }) => action in refusals) ? [] : fault(left)
  if (limit === 'export') {
    const [row, ...others] = rows
    const isTold = row?.action === 'records.exported' && row.entityId === name && others.length === 0
    return isTold ? [] : fault(`${left}, and not one of the file`)
  }
  if (name in silent) return rows.length === 0 ? [] : fault(`${left}: it is listed as silent`)
  if (rows.length === 0) return name in silentAtTimes ? [] : fault(left)
  if (!path.includes('{') || name in oneSided) return []
  const isTold = rows.some(
    ({ hasBefore, hasAfter }) => (method === 'PUT' || hasBefore) && (method === 'DELETE' || hasAfter),
  )
  return isTold ? [] : fault(`${left}, without what was before or after`)
}
