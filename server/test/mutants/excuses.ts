/** Why no test notices a derived sabotage, where that is right: by its file and what it breaks. */
export const excuses: Readonly<Record<string, string>> = {
  'server/src/identity/accounts/functions.sql: identity.assert_may_own calls identity.lock_administrators':
    'an administrator remains: the caller, whose own authority is locked until the transaction ends',
}

/** Why no test can notice a change of a pure rule: by its file, its line and the change, as `npm run mutants -- --pure` prints them. */
export const equivalents: Readonly<Record<string, string>> = {
  'server/src/amounts/centavos.ts: “const half = scaled < 0n ? -5_000n : 5_000n”: scaled < 0n → scaled <= 0n':
    'half a centavo more or less than nothing is cut off to nothing',
  'server/src/amounts/format.ts: “const magnitude = amount < 0n ? -amount : amount”: amount < 0n → amount <= 0n':
    'nothing has no sign, and is written the same',
  'server/src/selling/customers/rfc.ts: “const date = new Date(Date.UTC(2000 + year, month - 1, day))”: 2000 + year → 2000 - year':
    'years as far before 2000 as after it have the same leap years',
  "server/src/selling/customers/rfc.ts: “const generic: ReadonlySet<string> = new Set(['XAXX010101000', 'XEXX010101000'])”: 'XEXX010101000' → \"\"":
    'its date and its check digit are right by chance, so it is accepted without being in the list',
  'server/src/selling/customers/rfc.ts: “return date.getUTCMonth() === month - 1 && date.getUTCDate() === day”: date.getUTCDate() === day → true':
    'a day that does not exist moves the date to another month, which is compared too',
  'server/src/stock/chips/iccid.ts: “return sum + (value > 9 ? value - 9 : value)”: sum + (value > 9 ? value - 9 : value) → sum - (value > 9 ? value - 9 : value)':
    'a sum and its negative are multiples of ten together',
  'server/src/vas/sales/pricing.ts: “requested !== undefined &&”: requested !== undefined → true':
    'an amount that is absent is not as high as any minimum',
  'server/src/vas/sales/pricing.ts: “totalCentavos > wholesaleCentavos ? subtract(totalCentavos, wholesaleCentavos) : zero”: totalCentavos > wholesaleCentavos → totalCentavos >= wholesaleCentavos':
    'equal amounts leave nothing to earn either way',
  "server/src/vas/sales/reference.ts: “const compact = compacted(typed ?? '')”: '' → \"Stryker was here!\"":
    'letters are refused as an absent reference is, with the same words',
  'server/src/vas/sales/reference.ts: “const match = /^(?:\\+?52(?:1)?|044|045)?(\\d{10})$/.exec(compact)”: /^(?:\\+?52(?:1)?|044|045)?(\\d{10})$/ → /^(?:\\+?52(?:1)?|044|045)(\\d{10})$/':
    'ten digits without a prefix are kept as they are',
  'server/src/vas/sales/reference.ts: “return name !== null && Object.hasOwn(referenceRules, name)”: name !== null → true':
    'no rule has the name null',
  "server/src/vas/sales/sale-state.ts: “...(sale.kind === 'pin' && answer.pin !== undefined && { pin: answer.pin }),”: answer.pin !== undefined → true":
    'a PIN sale without its code has gone to review before',
  "server/src/vas/sales/sale-state.ts: “if (lookUntil !== null && now < lookUntil) return wait('COMPLETED')”: lookUntil !== null → true":
    'no time is before one that is absent',
  "server/src/vas/sales/sale-state.ts: “if (sweepUntil !== null && now < sweepUntil) return wait('FAILED')”: sweepUntil !== null → true":
    'no time is before one that is absent',
  'web/src/terminal/selling/money/charge.ts: “const cashDueCentavos = rest <= 0 ? 0 : inCoins(rest, coinCentavos)”: rest <= 0 → rest < 0':
    'nothing is rounded to nothing',
  'web/src/terminal/selling/money/charge.ts: “const roundingCentavos = rest <= 0 ? 0 : cashDueCentavos - rest”: rest <= 0 → rest < 0':
    'nothing is rounded to nothing',
  'web/src/terminal/selling/money/quantity.ts: “const [, times = null, rest = typed] = match ?? []”: [] → ["Stryker was here"]':
    'only what follows the first element is read',
  'web/src/terminal/selling/money/quantity.ts: “const match = /^\\s*(\\d{1,6}(?:[.,]\\d{0,3})?)\\s*\\*(.*)$/s.exec(typed)”: /^\\s*(\\d{1,6}(?:[.,]\\d{0,3})?)\\s*\\*(.*)$/s → /^\\s*(\\d{1,6}(?:[.,]\\d{0,3})?)\\s*\\*(.*)/s':
    'the rest is taken as far as it goes',
  "web/src/terminal/selling/money/quantity.ts: “export function parseSoldQuantity(typed: string, unit: Unit = 'KILOGRAM'): number | null {”: 'KILOGRAM' → \"\"":
    'every unit but the piece is measured',
  'web/src/terminal/selling/money/tender.ts: “.filter((amount) => amount >= totalCentavos && amount > 0)”: amount >= totalCentavos → true':
    'notes are counted so that they cover the total',
  "web/src/ui/format/money.ts: “const [, whole = '0', cents = ''] = match”: '0' → \"\"":
    'the group of whole pesos always takes part in a match',
  "web/src/ui/format/money.ts: “const pesos = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })”: 'en-US' → \"\"":
    'with no locale the module does not load, and Stryker counts only tests that fail',
  "web/src/ui/format/money.ts: “return formatPesos(amountCentavos).replace(/\\.00$/, '')”: /\\.00$/ → /\\.00/":
    'an amount has two decimals, so .00 is only at its end',
  'web/src/ui/scanner/gtin.ts: “.reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)”: total + Number(digit) * (place % 2 === 0 ? 1 : 3) → total - Number(digit) * (place % 2 === 0 ? 1 : 3)':
    'a sum and its negative are multiples of ten together',
  'web/src/ui/scanner/scale-label.ts: “if (!/^2\\d{12}$/.test(code) || !isGtin(code)) return null”: /^2\\d{12}$/ → /2\\d{12}$/':
    'a code of fourteen digits that begins otherwise does not begin like any layout',
  'web/src/ui/scanner/scale-label.ts: “if (layout === undefined || letter === undefined) return null”: layout === undefined || letter === undefined → layout === undefined && letter === undefined':
    'a layout that fits has a letter, and none has one without it',
  'web/src/ui/scanner/scale-label.ts: “if (layout === undefined || letter === undefined) return null”: layout === undefined → false':
    'a layout that fits has a letter, and none has one without it',
  'web/src/ui/scanner/scale-label.ts: “if (layout === undefined || letter === undefined) return null”: letter === undefined → false':
    'a layout that fits has a letter, and none has one without it',
}
