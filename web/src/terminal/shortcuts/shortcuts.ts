/**
 * Where a shortcut acts: anywhere in the till, while goods are sold, in the dialog that charges, or on the
 * screen of a finished sale.
 */
export type Place = 'till' | 'sale' | 'payment' | 'done'

interface Shortcut {
  /** As `chordOf` names it. */
  readonly key: string
  readonly place: Place
  /** Has a button below the goods. */
  readonly isInBar?: true
}

/**
 * The till's shortcuts: the only place that says which key does what. Their words are in `texts.ts`; buttons,
 * the page of shortcuts and docs/till-keys.md are derived from both. F9, F10, F12, F6 and Delete are those of
 * the tills that Mexican shops know. F5 and F11 stay the browser's.
 */
export const shortcuts = {
  pay: { key: 'F12', place: 'sale' },
  payIdle: { key: 'Enter', place: 'sale' },
  search: { key: 'F10', place: 'sale' },
  quantity: { key: 'F4', place: 'sale', isInBar: true },
  discount: { key: 'F3', place: 'sale', isInBar: true },
  customer: { key: 'F2', place: 'sale' },
  park: { key: 'F6', place: 'sale', isInBar: true },
  priceCheck: { key: 'F9', place: 'sale', isInBar: true },
  removeLine: { key: 'Delete', place: 'sale' },
  payCash: { key: 'F1', place: 'payment' },
  payCard: { key: 'F2', place: 'payment' },
  payTransfer: { key: 'F3', place: 'payment' },
  payMixed: { key: 'F4', place: 'payment' },
  next: { key: 'Enter', place: 'done' },
  openDrawer: { key: 'F7', place: 'till', isInBar: true },
  reprint: { key: 'F8', place: 'till', isInBar: true },
  sales: { key: 'Alt+V', place: 'till' },
  shift: { key: 'Alt+T', place: 'till' },
  goodsTab: { key: 'Alt+1', place: 'till' },
  airtimeTab: { key: 'Alt+2', place: 'till' },
  billsTab: { key: 'Alt+3', place: 'till' },
  pinsTab: { key: 'Alt+4', place: 'till' },
  help: { key: 'F1', place: 'till', isInBar: true },
} as const satisfies Record<string, Shortcut>

export type Command = keyof typeof shortcuts

export const commands = Object.keys(shortcuts) as Command[]

export const shortcutOf = (command: Command): Shortcut => shortcuts[command]

/** What is typed or pressed without being a command: before a scan or a search, in lists, in dialogs. */
export const habits = [
  { key: '3 *', habit: 'times' },
  { key: '↓', habit: 'walk' },
  { key: 'Esc', habit: 'back' },
] as const

/** Keys whose usual effect in the browser would take a cashier out of the till. */
export const reservedKeys: ReadonlySet<string> = new Set(
  Object.values<Shortcut>(shortcuts)
    .map(({ key }) => key)
    .filter((key) => key !== 'Enter' && key !== 'Delete'),
)
