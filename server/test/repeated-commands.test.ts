import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Why a POST without an `Idempotency-Key` may be sent again after a lost answer. */
const reasons = {
  state:
    'The first one has left the state that it needs; state-machines.test.ts runs each twice, and twenty at once.',
  unique: 'A second one is refused: what it would make exists, by the client’s id or by a unique key.',
  same: 'It leaves the same whether it runs once or twice.',
  last: 'The last one counts, and replaces what the ones before it made.',
  another:
    'Each is one of its own on purpose: its secret or its paper is handed over once, and all of them are listed.',
}

const commands: Readonly<Record<string, keyof typeof reasons>> = {
  'POST /admin/psp-credentials': 'unique',
  'POST /auth/invites/accept': 'state',
  'POST /auth/invites/lookup': 'same',
  'POST /auth/password': 'state',
  'POST /auth/password-resets': 'last',
  'POST /auth/password-resets/redeem': 'state',
  'POST /auth/second-factor-resets/cancel': 'state',
  'POST /auth/sessions': 'another',
  'POST /auth/sessions/current/confirm': 'same',
  'POST /auth/terminal-devices': 'state',
  'POST /auth/terminal-pins': 'state',
  'POST /auth/terminal-sessions': 'another',
  'POST /auth/totp': 'last',
  'POST /auth/totp/confirm': 'state',
  'POST /auth/totp/disable': 'state',
  'POST /auth/totp/recovery-codes': 'last',
  'POST /platform/accounts/{id}/password-resets': 'last',
  'POST /platform/admin-assignments': 'unique',
  'POST /platform/chip-incidents/{id}/close': 'state',
  'POST /platform/impersonations': 'another',
  'POST /platform/invites/{id}/resend': 'last',
  'POST /platform/merchants/{id}/manager-invites': 'last',
  'POST /platform/merchants/{id}/owner-invites': 'last',
  'POST /platform/restorations/current/finish': 'state',
  'POST /platform/restored_acts/{id}/decision': 'state',
  'POST /platform/roles': 'unique',
  'POST /platform/second-factor-resets': 'last',
  'POST /platform/terminals/{id}/enable': 'another',
  'POST /platform/workflows/{id}/dismiss': 'state',
  'POST /platform/workflows/{id}/retry': 'state',
  'POST /pos/accounts/{id}/password-resets': 'last',
  'POST /pos/admin/merchants/{id}/verification/attest': 'state',
  'POST /pos/admin/merchants/{id}/verification/confirm-business': 'state',
  'POST /pos/admin/merchants/{id}/verification/resync': 'same',
  'POST /pos/admin/merchants/{id}/verification/revoke': 'state',
  'POST /pos/admin/merchants/{id}/verification/unlock': 'state',
  'POST /pos/api_keys': 'another',
  'POST /pos/api_keys/{id}/revoke': 'same',
  'POST /pos/approvals/{id}/approve': 'state',
  'POST /pos/approvals/{id}/approve-at-till': 'state',
  'POST /pos/approvals/{id}/cancel': 'state',
  'POST /pos/approvals/{id}/reject': 'state',
  'POST /pos/carts': 'unique',
  'POST /pos/carts/{id}/cancel': 'state',
  'POST /pos/carts/{id}/discounts': 'last',
  'POST /pos/carts/{id}/park': 'state',
  'POST /pos/carts/{id}/recall': 'state',
  'POST /pos/connections': 'unique',
  'POST /pos/connections/{id}/check': 'same',
  'POST /pos/connections/{id}/resume': 'same',
  'POST /pos/daily_sales_rollups': 'same',
  'POST /pos/employees/{id}/pin': 'last',
  'POST /pos/employees/{id}/unlock': 'state',
  'POST /pos/files': 'unique',
  'POST /pos/invites': 'last',
  'POST /pos/memberships/{id}/email-invites': 'last',
  'POST /pos/merchants': 'another',
  'POST /pos/offline_sales': 'unique',
  'POST /pos/offline_sales/{id}/accept': 'state',
  'POST /pos/offline_sales/{id}/discard': 'state',
  'POST /pos/products/import': 'unique',
  'POST /pos/receipts/{id}/mails': 'another',
  'POST /pos/receipts/{id}/reprint': 'another',
  'POST /pos/settlements/bank-account': 'unique',
  'POST /pos/settlements/ops/rollup': 'same',
  'POST /pos/settlements/requests/{id}/cancel': 'state',
  'POST /pos/settlements/requests/{id}/clabe': 'same',
  'POST /pos/stores': 'unique',
  'POST /pos/terminals/{id}/disable': 'state',
  'POST /pos/terminals/{id}/enable': 'last',
  'POST /pos/terminals/{id}/enabling-codes': 'last',
  'POST /pos/webhooks': 'another',
  'POST /pos/webhooks/{id}/deliveries/{deliveryId}/resend': 'another',
  'POST /pos/webhooks/{id}/rotate-secret': 'last',
  'POST /setup/first-admin': 'state',
  'POST /vas/admin/catalog/sync': 'same',
  'POST /vas/callbacks/dtone': 'same',
  'POST /vas/chips/import': 'unique',
  'POST /vas/chips/{id}/activate': 'state',
  'POST /vas/ops/reviews/{id}/decision': 'state',
  'POST /vas/pin/reprint': 'another',
  'POST /vas/sale/{id}/mails': 'another',
}

test('every command without a key says why it may be sent again', async () => {
  const contract = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, '../../openapi.json'), 'utf8'),
  ) as { paths: Record<string, { post?: { parameters?: readonly { $ref?: string }[] } }> }
  const without = Object.entries(contract.paths).flatMap(([to, { post }]) =>
    post === undefined || post.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
      ? []
      : [`POST ${to}`],
  )
  expect(without.sort()).toEqual(Object.keys(commands).sort())
  expect(new Set(Object.values(commands))).toEqual(new Set(Object.keys(reasons)))
})
