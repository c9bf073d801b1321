import { sabotages } from '../sabotage.ts'

const selling = 'web/src/terminal/selling'

const money = [
  ...sabotages(
    'till',
    `${selling}/money/charge.ts`,
    [`${selling}/money`],
    [
      {
        before: 'const isShort = isInCash && tendered < cashDueCentavos',
        after: 'const isShort = isInCash && tendered < 0',
        breaks: 'less cash than is due is not charged',
      },
      {
        before: "isUnreadable ? 'unreadable' : ",
        after: '',
        breaks: 'cash that cannot be read is not charged as the exact amount',
      },
      {
        before: "rest < 0 ? 'too_much'",
        after: 'false ? null',
        breaks: 'more than is due is not charged to a card',
      },
      {
        before: 'Math.max(0, tendered - cashDueCentavos)',
        after: 'Math.max(0, tendered - totalCentavos)',
        breaks: 'the change is counted from what is due in cash',
      },
      {
        before: "(isUnproven ? 'no_reference' : null)",
        after: 'null',
        breaks: 'offline, a card payment has its reference',
      },
      {
        before: 'const cashDueCentavos = rest <= 0 ? 0 : inCoins(rest, coinCentavos)',
        after: 'const cashDueCentavos = rest <= 0 ? 0 : rest',
        breaks: 'cash is rounded to coins',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/money/rounding.ts`,
    [`${selling}/money`],
    [
      {
        before: 'Math.floor((2 * netCentavos * rateBps + whole) / (2 * whole))',
        after: 'Math.floor((netCentavos * rateBps) / whole)',
        breaks: 'tax is rounded half up',
      },
      { before: '/ 1000 + 0.5)\n', after: '/ 1000)\n', breaks: 'quantity times price is rounded half up' },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/vas/cash-to-return.ts`,
    [`${selling}/vas`],
    [
      {
        before: "status === 'REVERSED' || saleId !== null",
        after: 'false',
        breaks: 'change is not given back twice when a service fails that was pending or sold',
      },
    ],
  ),
]

const orders = [
  ...sabotages(
    'till',
    `${selling}/orders/order-book.ts`,
    [`${selling}/orders`],
    [
      {
        before: 'next.state === order.state || mayFollow(order, next) ? next : order',
        after: 'next',
        breaks: 'an order never goes back to an earlier state',
      },
      {
        before: 'return kept === order',
        after: 'return true',
        breaks: 'an order that another window has brought further is not sent again',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/cart/payment-status.ts`,
    [`${selling}/offline`],
    [
      {
        before: 'return shift?.id === shiftId',
        after: 'return shift !== null',
        breaks:
          'a payment that was set aside is not sold into the shift of somebody else, nor into a later one',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/offline/submit-offline-sale.ts`,
    [`${selling}/offline`],
    [
      {
        before: 'return unprovenMethods(payment.payments).length === 0 || (await isFinalized(key))',
        after: 'return true',
        breaks: 'a payment that had not arrived is booked with the reference that was typed for it',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/offline/offline-queue.ts`,
    [`${selling}/offline`],
    [
      {
        before: 'if (!isRefusal(error)) return false',
        after: '',
        breaks: 'an offline sale without an answer stays queued',
      },
      {
        before: 'const isOwn = (order: Order) => order.accountId === accountId',
        after: 'const isOwn = (_: Order) => true',
        breaks: 'a till hands in only the sales of who is signed in',
      },
      {
        before: '!(await maySend()) || ',
        after: '',
        breaks: 'a till stops handing in the sales of a person when another one signs in',
      },
      {
        before:
          "      const isOver = !isOpen(order) && (order.settledAtMs ?? 0) < nowMs() - shownForMs\n      if (isOver) void book.drop(order.key, 'BOOKED', 'DISCARDED')\n",
        after:
          "      const isOver = (order.settledAtMs ?? 0) < nowMs() - shownForMs\n      if (isOver) void book.drop(order.key, 'BOOKED', 'DISCARDED', 'REFUSED')\n",
        breaks: 'a refused offline sale is kept until somebody decides',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/vas/vas-checkout.ts`,
    [`${selling}/vas`],
    [
      {
        before: 'if (isOther && this.#isFree()) ',
        after: 'if (false) ',
        breaks: 'a service that was filled in for one store is not sold in another',
      },
      {
        before: '() => this.#amend(key, { sentAtMs: nowMs() }))',
        after: 'async () => void this.#amend(key, { sentAtMs: nowMs() }))',
        breaks: 'that a top-up is being sent is on disk before it is sent',
      },
      {
        before:
          '    const present = this.#find(key)\n    return present === undefined ? null : this.#apply(present, status, count)\n',
        after: '    return this.#apply(order, status, count)\n',
        breaks: 'a PIN that arrives as its sale is parked waits to be shown',
      },
      {
        before:
          '      if (key !== this.#onScreen()?.key && !isParked) void book.amend<VasOrder>(key, { isParked: true })\n',
        after: '',
        breaks: 'of two orders that a closed page left, none is out of sight',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/vas/sale-machine.ts`,
    [`${selling}/vas`],
    [
      {
        before: 'draft.product?.id === productId && ',
        after: '',
        breaks: 'what is owed on one bill is not asked for another with the same reference',
      },
      {
        before: "return event.key === open.key ? { step: 'outcome'",
        after: "return event.key !== null ? { step: 'outcome'",
        breaks: 'the end of a parked service is not shown as the end of the one on the screen',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${selling}/vas/vas-order-status.ts`,
    [`${selling}/vas`],
    [
      {
        before: 'nextCursor !== null || ',
        after: '',
        breaks: 'a PIN is not said to be ready while more sales are pending than are listed',
      },
      {
        before: 'items.some((sale) => sale.id === saleId)',
        after: 'items.length > 0',
        breaks: 'a PIN is ready although others are pending',
      },
      {
        before: "    if (open.sentAtMs === null) return { kind: 'refused', refusal }\n",
        after: "    return { kind: 'refused', refusal }\n",
        breaks: 'a refusal after an unanswered attempt asks whether that one arrived',
      },
      {
        before: "return found.kind === 'refused' && mayArrive ? unknown(arrivalMs) : found",
        after: 'return found',
        breaks: 'a refusal stands only when no earlier attempt can arrive any more',
      },
      {
        before:
          'if (nowMs - open.openedAtMs <= resendWithinMs) return await send(open, mayArrive, onSending)',
        after: 'return await send(open, mayArrive, onSending)',
        breaks: 'an old order is looked up, not sold again',
      },
      {
        before: 'if (mayArrive) return unknown(arrivalMs)',
        after: '',
        breaks: 'a request that may still arrive is waited for',
      },
      {
        before: 'if (open.sentAtMs !== null) await assertOwnSession(open)',
        after: '',
        breaks: 'an order of another person is not asked about',
      },
    ],
  ),
]

const scanner = [
  ...sabotages(
    'till',
    'web/src/ui/scanner/recogniser.ts',
    ['web/src/ui/scanner'],
    [
      {
        before: 'return { isTaken: isLate || isSecond, typed: [], scans: [] }',
        after: 'return { isTaken: isLate, typed: [], scans: [] }',
        breaks: 'the second ending of a scan is no command',
      },
      {
        before: 'return { isTaken: isLate || isSecond, typed: [], scans: [] }',
        after: 'return { isTaken: isSecond, typed: [], scans: [] }',
        breaks: 'the late ending of a scan is no command',
      },
      {
        before: '    this.#run.resume(press, this.#lastAtMs)\n',
        after: '',
        breaks: 'the ending of a scan that arrives in parts is no command',
      },
    ],
  ),
  ...sabotages(
    'till',
    'web/src/ui/scanner/key-run.ts',
    ['web/src/ui/scanner'],
    [
      {
        before: "    if (paused.isScan && (key === 'Enter' || key === 'Tab')) return\n",
        after: '',
        breaks: 'a scan whose ending arrives late is sold once',
      },
      {
        before: '    this.isDelayed = false\n',
        after: '',
        breaks: 'a scan that arrives in parts takes nothing of what is typed next',
      },
    ],
  ),
  ...sabotages(
    'till',
    'web/src/ui/scanner/pace.ts',
    ['web/src/ui/scanner'],
    [{ before: 'atMs >= sinceMs && ', after: '', breaks: 'an Enter before a scan is a command' }],
  ),
  ...sabotages(
    'till',
    'web/src/ui/scanner/code-rules.ts',
    ['web/src/ui/scanner'],
    [
      {
        before: '  if (!isCredential && ownCode.test(text) && areMachine(gapsWith(keys, how))) return true\n',
        after: '',
        breaks: 'a short code from a fast scanner is no typing',
      },
      {
        before: '!isNoFigure && !areSteady(gapsWith(keys, how))',
        after: '!isNoFigure',
        breaks: 'a short code from a slow and even scanner is no typing',
      },
    ],
  ),
]

export const tillSabotages = [...money, ...orders, ...scanner]
