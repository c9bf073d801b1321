/**
 * Rules that only compute, without a database, a network or a screen, each with the tests that notice a fault in it.
 * `npm run mutants -- --pure` has Stryker change every expression of them.
 */
export const pureRules: Readonly<Record<string, readonly string[]>> = {
  'server/src/amounts/centavos.ts': ['server/src/amounts/centavos.test.ts'],
  'server/src/amounts/format.ts': ['server/src/amounts/centavos.test.ts'],
  'server/src/catalog/products/price-change.ts': ['server/src/catalog/products/price-change.test.ts'],
  'server/src/money/bank-accounts/clabe.ts': ['server/src/money/bank-accounts/clabe.test.ts'],
  'server/src/selling/customers/rfc.ts': ['server/src/selling/customers/rfc.test.ts'],
  'server/src/stock/chips/iccid.ts': ['server/src/stock/chips/cells.test.ts'],
  'server/src/vas/sales/pricing.ts': ['server/src/vas/sales/pricing.test.ts'],
  'server/src/vas/sales/reference.ts': ['server/src/vas/sales/reference.test.ts'],
  'server/src/vas/sales/sale-state.ts': ['server/src/vas/sales/sale-state.test.ts'],
  'web/src/terminal/selling/cart/local-cart.ts': ['web/src/terminal/selling/cart/local-cart.test.ts'],
  'web/src/terminal/selling/money/charge.ts': ['web/src/terminal/selling/money/charge.test.ts'],
  'web/src/terminal/selling/money/quantity.ts': ['web/src/terminal/selling/money/quantity.test.ts'],
  'web/src/terminal/selling/money/rounding.ts': ['web/src/terminal/selling/money/rounding.test.ts'],
  'web/src/terminal/selling/money/tender.ts': ['web/src/terminal/selling/money/tender.test.ts'],
  'web/src/terminal/vas/rules/reference-rule.ts': ['web/src/terminal/vas/rules/reference-rule.test.ts'],
  'web/src/ui/format/clabe.ts': ['web/src/ui/format/clabe.test.ts'],
  'web/src/ui/format/money.ts': ['web/src/ui/format/money.test.ts'],
  'web/src/ui/format/phone.ts': ['web/src/ui/format/phone.test.ts'],
  'web/src/ui/format/typed-quantity.ts': ['web/src/ui/format/typed-quantity.test.ts'],
  'web/src/ui/scanner/gtin.ts': ['web/src/ui/scanner/scale-label.test.ts'],
  'web/src/ui/scanner/scale-label.ts': ['web/src/ui/scanner/scale-label.test.ts'],
}

/** Each test once: of what uses another rule, the other's tests notice faults too. */
export const pureTests: readonly string[] = [...new Set(Object.values(pureRules).flat())]
