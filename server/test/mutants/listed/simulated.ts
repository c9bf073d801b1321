import { sabotages } from '../sabotage.ts'

const selling = 'web/src/terminal/selling'
const plays = ['simulation/ten-seeds.test.ts']

/**
 * Edits that need several rare things, one after another. When they were tried, no other test of the server and no unit test of
 * the web client noticed them.
 */
export const simulatedSabotages = [
  ...sabotages('stock', 'server/src/selling/offline-sales/functions.sql', plays, [
    {
      before:
        '  -- The conflicts may have been resolved since, or new ones may have arisen.\n  v_sale.reasons := selling.offline_reasons(v_sale);\n',
      after: '',
      breaks: 'a held sale is accepted by the stock of that moment, not of when it was held',
      seed: 8,
    },
  ]),
  ...sabotages('till', `${selling}/cart/cart-payment.ts`, plays, [
    {
      before: "    void this.#current.options.book.drop(order.key, 'SENT')\n",
      after: '',
      breaks: 'a payment that was refused is not sent again when the till is opened again',
      seed: 8,
    },
  ]),
]
