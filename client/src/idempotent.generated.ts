// Generated from openapi.json by `npm run generate`.

/** Operations that take an `Idempotency-Key`. */
export const idempotentOperations: ReadonlySet<string> = new Set([
  'POST /vas/sale',
  'POST /pos/deposits',
  'POST /pos/settlements/requests',
  'POST /pos/shifts',
  'POST /pos/shifts/{id}/cash_movements',
  'POST /pos/shifts/{id}/close',
  'POST /pos/cashiers',
  'POST /pos/approvals',
  'POST /pos/sales_orders/{id}/refunds',
  'POST /pos/carts/{id}/lines',
  'POST /pos/carts/{id}/finalize',
  'POST /pos/inventory/receipts',
  'POST /pos/inventory/adjustments',
  'POST /pos/inventory/transfers',
  'POST /pos/inventory/transfers/{id}/receive',
  'POST /pos/inventory/transfers/{id}/cancel',
  'POST /pos/inventory/counts',
  'POST /pos/inventory/counts/{id}/close',
  'POST /pos/inventory/counts/{id}/cancel',
])
