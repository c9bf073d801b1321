import { sabotages } from '../sabotage.ts'

const ledger = sabotages(
  'money',
  'server/src/money/ledger/functions.sql',
  ['server/src/money/ledger'],
  [
    {
      before: 'if v_sum <> 0 or cardinality(p_accounts) < 2',
      after: 'if cardinality(p_accounts) < 2',
      breaks: 'a posting balances',
    },
    {
      before: 'and w.available_centavos + v_available >= 0',
      after: '',
      breaks: 'a wallet is never overdrawn',
      tests: ['server/src/money', 'server/src/vas/sales/races.test.ts'],
    },
    {
      before: 'set available_centavos = w.available_centavos + v_available,',
      after: 'set available_centavos = v_wallet.available_centavos + v_available,',
      breaks: 'concurrent postings add up',
      tests: ['server/src/money', 'server/src/vas/sales/races.test.ts'],
    },
    {
      before: "case when p_accounts[i] = 'wallet' then v_wallet.available_centavos end,",
      after: "case when p_accounts[i] = 'wallet' then v_wallet.available_centavos - p_amounts[i] end,",
      breaks: 'an entry says the balance after it',
    },
    {
      before: 'w.last_entry_no + case when v_available <> 0 then 1 else 0 end',
      after: 'w.last_entry_no + 1',
      breaks: 'entries of a wallet are numbered without gaps',
    },
    {
      before: 'select least(p_amount, coalesce(sum(w.amount_centavos), 0)) into v_repaid',
      after: 'select coalesce(sum(w.amount_centavos), 0) into v_repaid',
      breaks: 'a deposit gives back no more than it brought',
      tests: ['server/src/money/deposits'],
    },
  ],
)

const checks = sabotages(
  'money',
  'server/src/money/ledger/checking.sql',
  ['server/src/money/ledger/checking.test.ts'],
  [
    {
      before: 'where c.before is not null and (c.balance <> c.expected or c.entry_no <> c.before + 1)',
      after: 'where false',
      breaks: 'the nightly check finds a changed entry',
    },
    {
      before: 'e.entry_no >= v_first',
      after: 'true',
      breaks: 'the nightly check reads the last days only',
    },
  ],
)

const transfers = sabotages(
  'money',
  'server/src/money/ledger/transfers.sql',
  ['server/src/money'],
  [
    {
      before: 'on conflict (kind, tracking_key) do nothing',
      after: 'on conflict (kind, tracking_key) do update set id = p_id',
      breaks: 'a transfer is used once',
    },
  ],
)

const deposits = sabotages(
  'money',
  'server/src/money/deposits/functions.sql',
  ['server/src/money/deposits'],
  [
    {
      before: 'perform money.repay_lent(v_deposit.merchant_id, p_id, v_deposit.amount_centavos);',
      after: '',
      breaks: 'a deposit that a restore had lost pays once for what was sold with it',
    },
  ],
)

const settlements = sabotages(
  'money',
  'server/src/money/settlements/functions.sql',
  ['server/src/money/settlements'],
  [
    {
      before: "if p_status in ('APPROVED', 'PROCESSING') then\n    perform money.assert_may_be_paid(",
      after: "if p_status in ('APPROVED', 'PROCESSING', 'PAID') then\n    perform money.assert_may_be_paid(",
      breaks: 'a transfer at the bank is recorded as paid, also when its verification has lapsed',
    },
    {
      before: "if p_status in ('APPROVED', 'PROCESSING') then\n    perform money.assert_may_be_paid(",
      after: "if p_status = 'APPROVED' then\n    perform money.assert_may_be_paid(",
      breaks: 'a payout is sent only while merchant and bank account are verified',
    },
  ],
)

const closing = sabotages(
  'money',
  'server/src/platform/merchants/functions.sql',
  ['server/src/platform/merchants/closing.test.ts'],
  [
    {
      before: 'if v_ends.closable_from is not null then',
      after: 'if false then',
      breaks: 'no money comes back to a merchant that nobody can pay any more',
    },
  ],
)

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
      before:
        "set fence = s.fence + 1, checks = s.checks + 1,\n           leased_until = app.clock() + p_lease_ms * interval '1 millisecond'\n      from",
      after:
        "set checks = s.checks + 1,\n           leased_until = app.clock() + p_lease_ms * interval '1 millisecond'\n      from",
      breaks: 'a claimed sale is fenced off from its previous owner',
    },
    {
      before: 'order by o.due_at limit v_left for update of s skip locked',
      after: 'order by o.due_at limit v_left',
      breaks: 'a due sale goes to one process',
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
      before: "and s.created_at > v_since and s.status in ('PENDING', 'COMPLETED')",
      after: "and s.created_at > v_since and s.status = 'COMPLETED'",
      breaks: 'the same sale is not begun twice while the first is open',
    },
    {
      before: "sweep_until = case when p_decision = 'COMPLETED' then v_watched_until else s.sweep_until end,",
      after: '',
      breaks: 'the provider is asked about a sale that a person has completed until it decides',
      tests: ['server/src/vas/reviews'],
    },
    {
      before: "incident = case when p_decision <> 'COMPLETED' then s.incident end",
      after: 'incident = s.incident',
      breaks: 'a refusal of a sale that a person has completed is a new incident',
      tests: ['server/src/vas/reviews'],
    },
    {
      before: '(s.sweep_until is null or s.next_check_at > v_due_at)',
      after: 's.sweep_until is null',
      breaks: 'a callback is heeded at once also for a sale that is asked about daily',
      tests: ['server/src/vas/reviews'],
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
      before: 'if v_paid + p_sale.amount_centavos <= v_owed then',
      after: 'if p_sale.amount_centavos <= v_owed then',
      breaks: 'one quote pays its statement once',
    },
    {
      before:
        "and s.statement_reference = p_sale.statement_reference and s.status in ('PENDING', 'COMPLETED');",
      after: 'and s.statement_reference = p_sale.statement_reference;',
      breaks: 'a payment that failed is made again by its quote',
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
      before: "perform shop.pause_connection(v_connection.merchant_id, v_connection.id, 'restored');",
      after: '',
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

const approvals = sabotages(
  'money',
  'server/src/selling/approvals/functions.sql',
  ['server/src/selling/approvals', 'server/src/selling/refunds/refunds.test.ts'],
  [
    {
      before: "    when v_approval.status = 'USED' then 'approval_used'\n",
      after: '',
      breaks: 'an approval is used once',
    },
    {
      before: 'and a.type = p_type and a.subject = p_subject;',
      after: 'and a.type = p_type;',
      breaks: 'an approval is for what was asked, and for nothing else',
    },
  ],
)

const shifts = sabotages(
  'money',
  'server/src/shop/shifts/functions.sql',
  ['server/src/shop/shifts'],
  [
    {
      before: "and s.shift_id = p_shift and s.status in ('COMPLETED', 'PENDING')",
      after: 'and s.shift_id = p_shift',
      breaks: 'a service that failed before the Z report is not in it',
    },
  ],
)

const offlineSales = sabotages(
  'money',
  'server/src/selling/offline-sales/reasons.sql',
  ['server/src/selling/offline-sales'],
  [
    {
      before: 'where v_is_other_coin) r);',
      after: 'where false) r);',
      breaks:
        'an offline sale that was paid in other coins than the store’s is not booked without a supervisor',
    },
    {
      before: 'unnest(array[v_coin, 0, 10, 50, 100])',
      after: 'unnest(array[v_coin])',
      breaks: 'an offline sale is not refused for good because the store has changed its coins',
    },
    {
      before: "from known k where k.unit = 'PIECE' and (",
      after: "from known k where k.unit = 'GRAM' and (",
      breaks: 'a fraction of a piece that was sold offline is not booked',
    },
    {
      before: 'c.account_id <> p_sale.account_id\n',
      after: 'c.account_id <> c.account_id\n',
      breaks: 'an offline sale whose cart another person has recalled is not booked without a supervisor',
    },
  ],
)

const once = sabotages(
  'money',
  'server/src/idempotency/once.ts',
  ['server/test/replays.test.ts'],
  [
    {
      before: 'if (first.isSame) return first',
      after: 'return first',
      breaks: 'a key that is sent with another request is refused',
    },
    {
      before: "if (typeof actor === 'function') await actor()",
      after: '',
      breaks: 'a stored answer is given only to those who may still act there',
    },
    {
      before: 'await queries.keep(tx, asked, canonicalJson(answer))',
      after: '',
      breaks: 'a repeated request gets the first answer',
    },
  ],
)

const rollups = sabotages(
  'money',
  'server/src/reporting/summaries/functions.sql',
  ['server/src/reporting/summaries'],
  [
    {
      before: "and e.account = 'wallet' and e.posted_at >= v_begins",
      after: "and e.account = 'wallet'",
      breaks: 'the closing balance of a day has what was booked before it',
    },
  ],
)

const reports = sabotages(
  'money',
  'server/src/reporting/reports/functions.sql',
  ['server/src/reporting/reports/late-sales.test.ts', 'server/src/reporting/reports/reporting.test.ts'],
  [
    {
      before: "where late.booked_at is null or late.booked_at < w.created_at - interval '1 minute'",
      after: '',
      breaks: 'a sale that is booked into a written day is in every view of that day',
    },
    {
      before: "case when p_by = 'method' then",
      after: 'case when false then',
      breaks: 'the total of a report by payment method is the sum of its lines',
    },
  ],
)

const nightly = sabotages(
  'money',
  'server/src/reporting/reports/rollups.sql',
  ['server/src/reporting/reports/late-sales.test.ts'],
  [
    {
      before: "or b.booked_at >= w.written_at - interval '1 minute'",
      after: '',
      breaks: 'a day that a sale was booked into later gets a new version',
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

export const moneySabotages = [
  ...ledger,
  ...checks,
  ...transfers,
  ...deposits,
  ...settlements,
  ...closing,
  ...sales,
  ...reviews,
  ...debts,
  ...lists,
  ...reconciled,
  ...queue,
  ...found,
  ...lostSales,
  ...unread,
  ...pricing,
  ...shown,
  ...states,
  ...approvals,
  ...shifts,
  ...offlineSales,
  ...once,
  ...rollups,
  ...reports,
  ...nightly,
]
