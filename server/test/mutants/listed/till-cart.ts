import { sabotages } from '../sabotage.ts'

const cart = 'web/src/terminal/selling/cart'

export const tillCartSabotages = [
  ...sabotages(
    'till',
    `${cart}/current-cart.ts`,
    [cart],
    [
      {
        before: 'generation === this.#generation && this.view().paying === null',
        after: 'generation === this.#generation || this.view().paying === null',
        breaks: 'a change that was begun for one customer is not shown to the next',
      },
      {
        before: '          showNext(await this.reloaded(error))\n',
        after: '',
        breaks: 'after a change without an answer the cart is shown as the server has it',
      },
      {
        before: '        if (generation !== this.#generation) return\n',
        after: '',
        breaks: 'a change that waited for one customer is not made for the next',
      },
      {
        before: 'this.#isRefreshing || this.state.busyCount > 0 || !this.options.isOnline()',
        after: 'this.#isRefreshing || this.state.busyCount > 0',
        breaks: 'a cart that waits for a decision does not fill its queue while the network is gone',
      },
      {
        before: 'generation === this.#generation && tail === this.#tail && ',
        after: 'generation === this.#generation && ',
        breaks:
          'what a cart was before a change is not shown after it, when it was read again beside the change',
      },
      {
        before: 'localCart(this.#openingKey ?? uuidV7(), ',
        after: 'localCart(uuidV7(), ',
        breaks: 'a cart that may have been opened at the server keeps its id offline',
      },
      {
        before: '  show(draft: CartOrder | null): void {\n    this.#endOpening(draft?.key)\n',
        after: '  show(draft: CartOrder | null): void {\n',
        breaks: 'an offline cart does not have the id of an earlier sale',
      },
      {
        before: 'error instanceof NoAnswer && !this.options.isOnline()',
        after: 'error instanceof NoAnswer || !this.options.isOnline()',
        breaks: 'a refusal is one, also when the network goes in that moment',
      },
      {
        before: 'if (!this.view().isLocal && this.options.isOnline()) {',
        after: 'if (this.options.isOnline()) {',
        breaks: 'an offline cart is changed on the device until it is moved to the server',
      },
      {
        before: '      this.options.book.claims.claim(draft.key)\n',
        after: '',
        breaks: 'a cart on the screen is left to the window that shows it',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/cart-payment.ts`,
    [cart, 'web/src/terminal/selling/offline/payment-set-aside.test.ts'],
    [
      {
        before: "if (draft?.state !== 'DRAFT' || draft.cart === null) return",
        after: "if (draft?.kind !== 'goods' || draft.cart === null) return",
        breaks: 'a second press does not pay again',
      },
      {
        before:
          '    // The cashier may have continued without the answer.\n    if (this.#paying(key) === null) return null\n',
        after: '',
        breaks: 'an answer that arrives late changes nothing of what the cashier has gone on to',
      },
      {
        before: '    if (order.sentAtMs !== null) await this.#current.options.book.reload()\n',
        after: '',
        breaks: 'a payment that was handed in from another window leaves the screen of its own',
      },
      {
        before: "return kept !== undefined && kept.state !== 'SENT'",
        after: 'return false',
        breaks: 'a payment that somebody else has handed in leaves the screen',
      },
      {
        before: '        void this.#current.options.book.amend<PaidOrder>(key, { isSold: true })\n',
        after: '',
        breaks: 'a payment whose receipt is open is not offered to others as if it had no answer',
      },
      {
        before: 'if (await this.#current.options.book.put(order)) this.#follow(order)',
        after: 'if (this.#current.options.book.put(order) !== null) this.#follow(order)',
        breaks: 'a payment is on disk before it is sent, and not sent if another window has sold the cart',
      },
      {
        before: 'await this.#current.options.book.amend<PaidOrder>(key, { sentAtMs })',
        after: 'void this.#current.options.book.amend<PaidOrder>(key, { sentAtMs })',
        breaks: 'that a payment is being sent is on disk before it is sent',
      },
      {
        before: '    this.#current.set({ order: { ...order, sentAtMs } })\n',
        after: '',
        breaks: 'a payment is not repeated in the session of somebody else who has signed in',
      },
      {
        before: "    if (order === null) throw new NoAnswer('the payment was set aside')\n",
        after: '',
        breaks:
          'a payment that was set aside while its repeat waited does not take the place of the next cart',
      },
      {
        before: "throw new NoAnswer('the payment was set aside')",
        after: 'return',
        breaks: 'a payment that was set aside while its repeat waited is left to the queue',
      },
      {
        before: '    this.#claim(paid)\n    this.#left = ',
        after: '    this.#left = ',
        breaks: 'a payment that a closed window has left is settled once',
      },
      {
        before: 'if (isFree && this.#left.length > 0) this.startNew()',
        after: 'if (this.#left.length > 0) this.startNew()',
        breaks: 'what a closed window has left does not replace the cart on the screen',
      },
      {
        before: '    this.#left = others\n    if (next',
        after: '    if (next',
        breaks: 'a payment that a closed window has left is settled once, before the next customer',
      },
      {
        before: '      this.#left = others\n',
        after: '',
        breaks: 'of several payments that closed windows have left each is settled',
      },
      {
        before:
          "      if (cart === null && isRecalled !== true) void this.#current.options.book.drop(key, 'DRAFT')\n",
        after: "      void this.#current.options.book.drop(key, 'DRAFT')\n",
        breaks: 'of several carts that closed windows have left none is lost',
      },
    ],
  ),
  ...sabotages(
    'till',
    'web/src/api/refusal.ts',
    [cart],
    [
      {
        before: 'error instanceof ProblemError && !isUndecided(error)',
        after: '!isUndecided(error)',
        breaks: 'a payment stays unknown after an error that is not the client’s',
      },
      {
        before: ' && !(isRepeated && (error.status === 403 || error.status === 404))',
        after: '',
        breaks: 'a payment whose repeat is refused for lack of access stays unknown',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/payment-status.ts`,
    [cart],
    [
      {
        before: "      if (!(await mayStillBeSold(order))) return { kind: 'of_another_shift' }\n",
        after: '',
        breaks: 'a payment whose till died before the answer is not sold into a later shift',
      },
      {
        before: "return status === 'FINALIZED'",
        after: "return status === 'OPEN'",
        breaks: 'a payment that had arrived before its shift was closed shows its receipt',
      },
      {
        before: "    if (!isProblem(error, 'idempotency_key_reused')) throw error\n",
        after: '    throw error\n',
        breaks: 'a payment that another window has made in another way shows its sale',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/cart-calls.ts`,
    [cart],
    [
      {
        before: "known?.status === 'OPEN' && isSameGoods",
        after: 'known !== null && isSameGoods',
        breaks: 'a cart that the server has closed meanwhile is not continued',
      },
      {
        before: "({ 'idempotency-key': key })",
        after: '({})',
        breaks: 'goods whose answer is lost are added once',
      },
      {
        before: 'known.lines.every((line) =>',
        after: 'known.lines.some((line) =>',
        breaks: 'a cart that was changed on the device is priced again by the server',
      },
      {
        before: "    if (!isProblem(error, 'not_found')) throw error\n    return withRetries",
        after: '    throw error\n    return withRetries',
        breaks: 'a line whose removal got no answer is removed',
      },
      {
        before: 'const customerId = known?.customerId ?? null',
        after: 'const customerId = null',
        breaks: 'a cart that goes back to the server keeps its customer',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/cart-lines.ts`,
    [cart],
    [
      {
        before: "    if (current.view().paying !== null) throw new DeviceFault('charging')\n",
        after: '',
        breaks: 'nothing is added to a cart whose payment is under way',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/cart-offline.ts`,
    [cart],
    [
      {
        before: 'isTaken = await current.options.book.put(order)',
        after: 'isTaken = Boolean(current.options.book.put(order))',
        breaks: 'an offline sale is on disk before it is shown as sold',
      },
      {
        before: '    if (generation !== current.generation) return\n',
        after: '',
        breaks: 'an offline sale that is stored late does not take the place of the next cart',
      },
      {
        before: '    } finally {\n      isKeeping = false\n    }\n',
        after: '    }\n',
        breaks: 'one customer after another is served without a network',
      },
      {
        before: 'if (unprovenMethods(order.sale.payments).length > 0) {',
        after: 'if (unprovenMethods(order.sale.payments).length > 9) {',
        breaks:
          'offline, no card or transfer payment is kept without its reference, which the server would refuse for good',
      },
      {
        before: "      current.set({ fault: new DeviceFault('storage', { cause: error }) })\n      return\n",
        after: '',
        breaks: 'an offline sale that finds no room on the device is not shown as sold',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/offline-order.ts`,
    [cart],
    [
      {
        before: '        ...(line.amountCentavos !== null && { amountCentavos: line.amountCentavos }),\n',
        after: '',
        breaks: 'what was asked for by amount is handed in by its amount',
      },
      {
        before: '        ...(line.discountCentavos > 0 && { discountCentavos: line.discountCentavos }),\n',
        after: '',
        breaks: 'the discounts of an offline sale are handed in',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/cart-lines.ts`,
    [cart],
    [
      {
        before: '({ quantity }) => ({ quantity: quantity + by })',
        after: '() => ({ quantity: line.quantity + by })',
        breaks: 'every press of + and − counts, however quick',
      },
      {
        before: 'const present = lineIn(cart)\n',
        after: 'const present = lineIn(cart) ?? line\n',
        breaks: 'a line that was removed is not removed again',
      },
      {
        before: 'if (wasThere && cart?.id === pressed?.id) return',
        after: 'if (wasThere) return',
        breaks: 'a change to a line is not dropped without a word while its cart goes back to the server',
      },
      {
        before: 'if (wasThere && cart?.id === pressed?.id) return',
        after: 'if (cart?.id === pressed?.id) return',
        breaks: 'a change to a line is not dropped without a word after its cart went back to the server',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/cart-changes.ts`,
    [cart, 'web/src/terminal/selling/offline/canceled-carts.test.ts'],
    [
      {
        before: '    await current.giveUp(order)\n    if (generation',
        after: '    if (generation',
        breaks: 'a cart that is canceled on the device is canceled at the server',
      },
      {
        before: '  await current.beginRecall(id)\n',
        after: '',
        breaks: 'a parked cart is found again when the answer to its recall is lost',
      },
    ],
  ),
  ...sabotages(
    'till',
    `${cart}/stored-carts.ts`,
    [cart],
    [
      {
        before: 'sentAtMs: order.sentAtMs ?? paidAtMs',
        after: 'sentAtMs: order.sentAtMs',
        breaks: 'a payment whose till died before it was sent is not sold into a later shift',
      },
      {
        before: 'seller = null',
        after: 'seller = undefined as never',
        breaks: 'a payment that an older till has stored gets its answer',
      },
      {
        before: '    if (isRetryable(error) && draft.cart !== null) return draft\n',
        after: '',
        breaks: 'an open cart is on the screen again while the server is busy',
      },
      {
        before: '    await assertOwnSession(draft)\n',
        after: '',
        breaks: 'an open cart is not lost when another window has signed in somebody else',
      },
      {
        before: ' && order.accountId === accountId && order.storeId === storeId',
        after: '',
        breaks: 'the open cart of another person or store is not shown on a shared device',
      },
      {
        before: '  if (draft.isLocal) return draft\n',
        after: '',
        breaks: 'an offline cart is still there after a reload with the network back',
      },
      {
        before: 'Number(book.claims.hadBefore(key))',
        after: '0',
        breaks: 'a reloaded window shows its own cart again, not one that another window has left',
      },
      {
        before: "kept.state === 'DRAFT' ? 'unchanged' : null",
        after: "'unchanged'",
        breaks: 'a cart that another window is being paid for leaves the screen',
      },
      {
        before: "order === null && isServing ? 'unchanged' : next",
        after: 'next',
        breaks: 'goods of the next customer do not go into a cart that a closed window has left',
      },
      {
        before: 'current.state.busyCount > 1 || current.options.isAsking()',
        after: 'current.state.pending.length > 0 || current.options.isAsking()',
        breaks: 'a cart that a closed window has left is not lost when another one is recalled',
      },
      {
        before: ' || current.options.isAsking()',
        after: '',
        breaks: 'goods that a dialog asks about do not go into a cart that a closed window has left',
      },
    ],
  ),
  ...sabotages(
    'till',
    'web/src/terminal/selling/orders/order-book.ts',
    ['web/src/terminal/selling'],
    [
      {
        before: '    await this.loaded\n    const claimed',
        after: '    const claimed',
        breaks: 'what a slow disk holds is waited for',
      },
      {
        before: '.filter(({ key }) => !claimed.has(key))',
        after: '',
        breaks: 'a payment or a service in progress is left to the window that works on it',
      },
      {
        before: '    this.claims.release(key)\n',
        after: '',
        breaks: 'a window gives up its claim of an order that has ended',
      },
    ],
  ),
  ...sabotages(
    'till',
    'web/src/terminal/selling/vas/vas-checkout.ts',
    ['web/src/terminal/selling/vas'],
    [
      {
        before: 'const latest = this.state() === initialState ? ',
        after: 'const latest = this.#isFree() ? ',
        breaks: 'what a closed window has left does not replace a form that is being filled in',
      },
      {
        before: 'find((order) => order.key === key)\n    if (parked',
        after: 'at(0)\n    if (parked',
        breaks: 'of several parked services the one that was chosen is shown',
      },
      {
        before: '[...this.#own(), this.#onScreen()].find',
        after: 'this.#own().find',
        breaks: 'a service on the screen is followed to its end, even if another window has removed it',
      },
    ],
  ),
  ...sabotages(
    'till',
    'web/src/terminal/selling/orders/order.ts',
    ['web/src/terminal/selling'],
    [
      {
        before: '    ...(terms.repeats !== null && { confirmDuplicate: true }),\n',
        after: '',
        breaks: 'a top-up that is repeated on purpose says so',
      },
    ],
  ),
]
