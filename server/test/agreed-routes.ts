import type { Access } from '../src/authorization/access.ts'

/** The routes that were agreed upon with those who call them, and what each demands at least: not ours to change. */
export const agreedRoutes: Readonly<Record<string, readonly Access[]>> = {
  'GET /pos/settlements/ops/requests': ['platform:operator'],
  'GET /pos/settlements/ops/bank-accounts': ['platform:operator'],
  'POST /pos/settlements/ops/rollup': ['platform:operator'],
  'PATCH /pos/settlements/requests/{id}/status': ['platform:operator'],
  'GET /pos/settlements/bank-account/admin': ['platform:operator'],
  'PATCH /pos/settlements/bank-account/{id}/verification': ['platform:operator'],
  'POST /pos/admin/merchants/{id}/verification/confirm-business': ['platform:operator'],
  'POST /pos/admin/merchants/{id}/verification/resync': ['platform:operator'],
  'POST /pos/admin/merchants/{id}/verification/attest': ['platform:admin'],
  'POST /pos/admin/merchants/{id}/verification/revoke': ['platform:admin'],
  'POST /pos/admin/merchants/{id}/verification/unlock': ['platform:admin'],
  'GET /platform/settings': ['platform:operator'],
  'PUT /platform/settings/{key}': ['platform:admin'],
  'POST /vas/admin/catalog/sync': ['platform:operator', 'platform:admin'],
  'GET /platform/merchants': ['platform:operator'],
  'GET /workflows/{id}': ['authenticated', 'platform:operator'],
  'GET /workflows/{id}/steps': ['authenticated', 'platform:operator'],
  'POST /admin/psp-credentials': ['platform:admin'],
  'PATCH /admin/psp-credentials/{id}': ['platform:admin'],
  'GET /admin/psp-credentials': ['platform:admin'],
  'POST /pos/merchants': ['platform:admin'],
  'DELETE /pos/merchants/{id}': ['platform:admin'],
  'POST /platform/impersonations': ['platform:admin'],
  'GET /vas/catalog': ['authenticated'],
  'GET /vas/adeudo': ['authenticated'],
  'POST /vas/sale': ['store:cashier'],
  'GET /vas/sale/{id}': ['store:cashier'],
  'POST /vas/pin/reprint': ['store:supervisor'],
  'POST /vas/chips/import': ['store:supervisor'],
  'POST /vas/chips/{id}/activate': ['store:supervisor'],
  'GET /pos/connections': ['rows', 'store:cashier'],
  'POST /pos/connections': ['store:manager', 'owner'],
}

/** Paying merchants out is not there yet. Once it is, it demands what was agreed. */
export const notYetThere: readonly string[] = [
  'GET /pos/settlements/ops/requests',
  'POST /pos/settlements/ops/rollup',
  'PATCH /pos/settlements/requests/{id}/status',
]
