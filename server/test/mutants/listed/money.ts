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
      before: 'c.account_id <> p_sale.account_id);\n',
      after: 'c.account_id <> c.account_id);\n',
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

const keeping = sabotages(
  'money',
  'server/src/idempotency/functions.sql',
  ['server/test/replays.test.ts'],
  [
    {
      before: 'case when app.acts_by_key() then p_merchant else app.account_id() end',
      after: 'app.account_id()',
      breaks: 'the next API key of a program does not do again what the last one did',
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
      before: "and (late.booked_at is null or late.booked_at < w.created_at - interval '1 minute')",
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

const zones = sabotages(
  'money',
  'server/src/reporting/reports/functions.sql',
  ['server/src/reporting/reports/time-zones.test.ts'],
  [
    {
      before: 'where w.time_zone = v_zone and',
      after: 'where',
      breaks: 'a service between the midnights of two time zones is in one day',
    },
  ],
)

const rounding = sabotages(
  'money',
  'server/src/selling/refunds/tenders.sql',
  ['server/src/selling/refunds/tenders.test.ts'],
  [
    {
      before: 'elsif p_wanted is null and v_due = v_left_cash and v_due < p_amount then',
      after: 'elsif false then',
      breaks: 'the rounding of cash is not taken from a card',
    },
  ],
)

const nightly = sabotages(
  'money',
  'server/src/reporting/reports/rollups.sql',
  ['server/src/reporting/reports/late-sales.test.ts', 'server/src/reporting/reports/time-zones.test.ts'],
  [
    {
      before: 'or w.time_zone <> p.time_zone',
      after: '',
      breaks: 'days of another time zone are written again',
    },
    {
      before: "or b.booked_at >= w.written_at - interval '1 minute'",
      after: '',
      breaks: 'a day that a sale was booked into later gets a new version',
    },
  ],
)

export const moneySabotages = [
  ...ledger,
  ...checks,
  ...transfers,
  ...deposits,
  ...settlements,
  ...closing,
  ...approvals,
  ...shifts,
  ...offlineSales,
  ...once,
  ...keeping,
  ...rollups,
  ...reports,
  ...zones,
  ...rounding,
  ...nightly,
]
