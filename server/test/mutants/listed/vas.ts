import { sabotages } from '../sabotage.ts'

const sales = sabotages(
  'money',
  'server/src/vas/sales/functions.sql',
  ['server/src/vas/sales'],
  [
    {
      before: 'and s.phase = p_from and s.fence = p_fence',
      after: 'and s.phase = p_from',
      breaks: 'a process that lost its lease changes nothing',
    },
    {
      before: 'and s.phase = p_from and s.fence = p_fence',
      after: 'and s.fence = p_fence',
      breaks: 'a transition begins where the caller believes',
    },
    {
      before: "array['wallet_held', 'wallet'], array[-v_cost, v_cost]);",
      after: "array['wallet_held', 'wallet'], array[-v_wholesale, v_wholesale]);",
      breaks: 'a failed sale releases all that it held',
    },
    {
      before:
        "array['aggregator_payable', 'commission_income', 'wallet'], array[-v_wholesale, -v_income, v_cost]);",
      after: "array['aggregator_payable', 'wallet'], array[-v_wholesale, v_wholesale]);",
      breaks: 'a reversed sale gives back all that it cost',
    },
    {
      before: 'elsif v_income = 0 then',
      after: 'elsif false then',
      breaks: 'a sale that leaves the platform nothing is booked without an entry for its income',
    },
    {
      before: "and e.account in ('aggregator_payable', 'connection_balance')",
      after: '',
      breaks: 'a late success is booked also where a restored wallet was lent the cost of the sale',
    },
    {
      before: "      or s.status = 'FAILED' and s.incident is distinct from 'late_reversal')",
      after: "      or s.status = 'FAILED' and s.incident is null)",
      breaks: 'the reversal of a late success is heeded when its callback arrives',
    },
    {
      before: 'having sum(e.amount_centavos) <> 0',
      after: 'having false',
      breaks: 'a late success that the provider reverses is booked back',
    },
    {
      before: "and s.created_at > v_since and s.status in ('PENDING', 'COMPLETED')",
      after: "and s.created_at > v_since and s.status = 'COMPLETED'",
      breaks: 'the same sale is not begun twice while the first is open',
    },
    {
      before: "  perform pg_advisory_xact_lock(hashtextextended(\n    concat_ws('|', 'vas sale'",
      after: "  perform length(\n    concat_ws('|', 'vas sale'",
      breaks: 'two tills that sell the same at once wait for each other',
      survives:
        'the sales of a store wait for its folio already; this holds when folios are numbered elsewhere',
    },
  ],
)

const reviews = sabotages(
  'money',
  'server/src/vas/sales/functions.sql',
  ['server/src/vas/reviews'],
  [
    {
      before: "sweep_until = case when p_decision = 'COMPLETED' then v_watched_until else s.sweep_until end,",
      after: '',
      breaks: 'the provider is asked about a sale that a person has completed until it decides',
    },
    {
      before: "incident = case when p_decision <> 'COMPLETED' then s.incident end",
      after: 'incident = s.incident',
      breaks: 'a refusal of a sale that a person has completed is a new incident',
    },
    {
      before: '(s.sweep_until is null or s.next_check_at > v_due_at)',
      after: 's.sweep_until is null',
      breaks: 'a callback is heeded at once also for a sale that is asked about daily',
    },
    {
      before: "p_facts ? 'incident' or p_to = 'REVIEW' and p_from <> 'REVIEW' then null",
      after: "p_facts ? 'incident' then null",
      breaks: 'a sale that needs a decision is in the queue, whatever was closed before',
    },
  ],
)

const debts = sabotages(
  'money',
  'server/src/vas/sales/owed.sql',
  ['server/src/vas/sales/debts'],
  [
    {
      before: 'or v_paid + p_sale.amount_centavos <= v_owed then',
      after: 'or p_sale.amount_centavos <= v_owed then',
      breaks: 'one quote pays its statement once',
    },
    {
      before: "or s.status = 'COMPLETED' and (s.quote_id",
      after: 'or (s.quote_id',
      breaks: 'a payment that failed is made again by its quote',
    },
    {
      before: ' or s.completed_at >= v_asked_at',
      after: '',
      breaks: 'two lookups of a bill pay it once',
    },
    {
      before: "(s.status = 'PENDING'\n",
      after: "(s.status = 'PENDING' and s.quote_id = p_sale.quote_id\n",
      breaks: 'a bill is not paid again by a later lookup while its payment is open',
    },
  ],
)

const lists = sabotages(
  'money',
  'server/src/vas/sales/reconciliation.sql',
  ['server/src/vas/sales/late-outcomes.test.ts'],
  [
    {
      before:
        "or s.status = 'COMPLETED' and r.outcome = 'failed' and s.incident is distinct from 'contradicted'",
      after: '',
      breaks: 'a refusal of a completed sale whose callback was lost is found in the list',
    },
    {
      before: "or s.status = 'FAILED' and r.outcome = 'reversed' and s.incident = 'late_completion')",
      after: ')',
      breaks: 'the reversal of a late success whose callback was lost is found in the list',
    },
    {
      before: 's.connection_id, min(s.created_at), max(s.created_at)',
      after: "s.connection_id, now() - interval '2 hours', max(s.created_at)",
      breaks: 'a success that comes days after the decline is found',
    },
  ],
)

const queue = sabotages(
  'money',
  'server/src/vas/sales/queue.sql',
  ['server/src/vas/sales/queue.test.ts'],
  [
    {
      before: "p_sale.status = 'PENDING' or p_sale.sweep_until is not null then",
      after: "p_sale.status = 'PENDING' then",
      breaks: 'a sale that is watched after its end stays in the queue',
    },
    {
      before: "p_sale.phase <> 'REVIEW' and p_sale.incident is null",
      after: "p_sale.phase <> 'REVIEW'",
      breaks: 'a sale with an incident stays in the queue until a person closes it',
    },
    {
      before: 'and o.due_at <= v_due_at) then',
      after: ') then',
      breaks: 'no sale is due later than its row says',
    },
  ],
)

const claims = sabotages(
  'money',
  'server/src/vas/sales/queue.sql',
  ['server/src/vas/sales'],
  [
    {
      before:
        "set fence = s.fence + 1, checks = s.checks + 1,\n             leased_until = app.clock() + p_lease_ms * interval '1 millisecond'\n       --",
      after:
        "set checks = s.checks + 1,\n             leased_until = app.clock() + p_lease_ms * interval '1 millisecond'\n       --",
      breaks: 'a claimed sale is fenced off from its previous owner',
    },
    {
      before: 'order by o.due_at limit v_left for update of s skip locked',
      after: 'order by o.due_at limit v_left',
      breaks: 'a due sale goes to one process',
    },
    {
      before: '       where p.down_at is null order by random() limit c_tried);',
      after: '       order by random() limit c_tried);',
      breaks: 'while a place is down, sales of merchants of other places are settled',
    },
  ],
)

const found = sabotages(
  'money',
  'server/src/vas/sales/found.sql',
  ['server/test/lost-sales.test.ts'],
  [
    {
      before: 'if v_store.merchant_id <> p_merchant then',
      after: 'if false then',
      breaks: 'an account of one merchant enters no sale in the store of another',
    },
  ],
)

const lostSales = sabotages(
  'money',
  'server/src/vas/sales/lost-sales.ts',
  ['server/test/lost-sales.test.ts'],
  [
    {
      before: 'if (isOfDatabase(error)) throw error',
      after: 'throw error',
      breaks: 'the account of one merchant does not keep the platform closed after a restore',
    },
  ],
)

const unread = sabotages(
  'money',
  'server/src/platform/restoration/deciding.sql',
  ['server/test/lost-sales.test.ts'],
  [
    {
      before: "if shop.pause_connection(v_connection.merchant_id, v_connection.id, 'restored') then",
      after: 'if false then',
      breaks: 'an account whose lost sales are unknown pays for nothing until a manager has looked',
    },
  ],
)

const pricing = sabotages(
  'money',
  'server/src/vas/sales/pricing.ts',
  ['server/src/vas/sales/pricing.test.ts'],
  [
    {
      before: 'costCentavos: subtract(totalCentavos, commissionCentavos),',
      after: 'costCentavos: totalCentavos,',
      breaks: 'the merchant keeps the commission',
    },
    {
      before: 'if (requested === undefined || requested === fixed) return fixed',
      after: 'return fixed',
      breaks: 'another amount than the fixed one is refused',
    },
    {
      before: 'return earned < margin ? earned : margin',
      after: 'return earned',
      breaks: 'a merchant that has the whole margin earns no more than it',
    },
    { before: 'requested <= max &&', after: '', breaks: 'an amount above the range is refused' },
    { before: 'requested >= min &&', after: '', breaks: 'an amount below the range is refused' },
    {
      before: '(requested - min) % (increment ?? centavos(1)) === 0n',
      after: 'true',
      breaks: 'an amount between the steps is refused',
    },
  ],
)

const shown = sabotages(
  'money',
  'server/src/vas/sales/new-sale.ts',
  ['server/src/vas/terms/vas-terms.test.ts'],
  [
    {
      before: 'if (shown === undefined || BigInt(shown) === total) return',
      after: 'if (shown === undefined || BigInt(shown) >= 0n) return',
      breaks: 'a service is sold at the total that the customer was shown',
    },
  ],
)

const states = sabotages(
  'money',
  'server/src/vas/sales/sale-state.ts',
  ['server/src/vas/sales/sale-state.test.ts'],
  [
    {
      before: "if ('externalId' in answer && answer.externalId !== sale.id) return review('contradicted')",
      after: '',
      breaks: 'an answer about another sale decides nothing',
    },
    {
      before: "return review('amount_mismatch')",
      after: 'return wait(sale.phase)',
      breaks: 'an answer with another amount is reviewed',
    },
    {
      before: "return isConfirmed ? review('contradicted') : unanswered(sale, now)",
      after: "return isConfirmed ? failed('canceled') : unanswered(sale, now)",
      breaks: 'a confirmed sale that the provider does not know never fails by itself',
    },
    {
      before: 'return isConfirmed ? late(sale, now, facts) : unanswered(sale, now, answer.cause)',
      after: 'return unanswered(sale, now, answer.cause)',
      breaks: 'silence after a confirmation never ends a sale',
    },
    {
      before:
        "return { to: 'COMPLETED', facts: { incident: 'contradicted', sweepUntil: null }, nextStep: 'done' }",
      after: "return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }",
      breaks: 'a refusal after a success is decided by a person',
    },
    {
      before: "return { to: 'REVERSED', facts: { sweepUntil: null }, nextStep: 'done' }",
      after: "return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }",
      breaks: 'a completed sale that the provider reversed is reversed',
    },
    {
      before: 'if (holdExpiresAt <= now) return',
      after: 'if (false) return',
      breaks: 'an expired hold is not confirmed',
    },
  ],
)

const reconciled = [
  ...sabotages(
    'money',
    'server/src/vas/sales/nightly-reconciliation.ts',
    ['server/src/vas/sales/nightly-reconciliation.test.ts'],
    [
      {
        before: 'if (wasRead) await',
        after: 'await',
        breaks: 'a day counts as compared only with the provider’s list',
      },
    ],
  ),
  ...sabotages(
    'money',
    'server/src/vas/sales/new-sale.ts',
    ['server/src/vas/sales/sale.test.ts'],
    [
      {
        before: 'if (request.funding === undefined) assertNoLoss(walletPrices)',
        after: '',
        breaks: 'no service is sold at a loss',
      },
    ],
  ),
  ...sabotages(
    'money',
    'server/src/vas/sales/reconciliation.sql',
    ['server/src/vas/sales/nightly-reconciliation.test.ts'],
    [
      {
        before: 's.wholesale_centavos::bigint, s.is_ranged,',
        after: 's.wholesale_centavos::bigint, true,',
        breaks: 'a price that the provider charges is compared to the centavo',
        tests: ['server/src/vas/sales/reconciliation.test.ts'],
      },
      {
        before: 'where d >= v_first',
        after: 'where d = v_today - 1 and d >= v_first',
        breaks: 'days that were missed are compared later',
      },
    ],
  ),
]

export const vasSabotages = [
  ...sales,
  ...reviews,
  ...debts,
  ...lists,
  ...queue,
  ...claims,
  ...found,
  ...lostSales,
  ...unread,
  ...pricing,
  ...shown,
  ...states,
  ...reconciled,
]
