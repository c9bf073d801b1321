import { sabotages } from '../sabotage.ts'

const counts = sabotages(
  'stock',
  'server/src/stock/counts/functions.sql',
  ['server/src/stock/counts'],
  [
    {
      before: 'where c.merchant_id = p_merchant and c.id = p_id for share));',
      after: 'where c.merchant_id = p_merchant and c.id = p_id));',
      breaks: 'what is counted while its sheet is closed is booked, or refused',
    },
    {
      before: 'where c.merchant_id = p_merchant and c.id = p_id for no key update));',
      after: 'where c.merchant_id = p_merchant and c.id = p_id));',
      breaks: 'a sheet is closed once',
    },
    {
      before: 'order by l.variant_id for no key update;',
      after: 'order by l.variant_id;',
      breaks: 'of counts that are added at the same time none is lost, also of goods that were never moved',
    },
    {
      before: 'where l.counted is distinct from s.counted;',
      after: 'where l.counted <> s.counted;',
      breaks: 'two people who count the same goods on one sheet do not overwrite each other',
    },
  ],
)

const lateSales = sabotages(
  'stock',
  'server/src/stock/counts/late-sales.sql',
  ['server/src/selling/offline-sales/counted.test.ts'],
  [
    {
      before: ' and l.counted_at > p_since',
      after: '',
      breaks:
        'goods that were counted before an offline sale, on a sheet closed after it, are taken by the sale',
    },
    {
      before: '\n         and c.counted_at > p_sold_at',
      after: '',
      breaks: 'goods that were counted before an offline sale, on an open sheet, are taken by the sale',
    },
    {
      before: 'order by c.id for share;',
      after: 'order by c.id;',
      breaks: 'an offline sale that is handed in while a sheet is closed does not take its goods twice',
    },
    {
      before: 'least(g.quantity, coalesce(l.on_hand, 0))',
      after: 'g.quantity',
      breaks: 'what the level lacks for an offline sale does not change what was counted',
    },
  ],
)

const kindsAndUnits = [
  ...sabotages(
    'authority',
    'server/src/stock/levels/functions.sql',
    ['server/test/access/functions.test.ts'],
    [
      {
        before:
          "if not coalesce(authz.set_of(p_merchant, p_store, 'catalog') = any (app.updatable_sets()), false) then",
        after: 'if false then',
        breaks: 'only who may change a product learns whether its stock allows it',
      },
    ],
  ),
  ...sabotages(
    'stock',
    'server/src/stock/levels/functions.sql',
    ['server/src/stock/transfers', 'server/src/stock/counts', 'server/src/stock/chips/stock.test.ts'],
    [
      {
        before: 'and l.is_open and l.difference <> trunc(l.difference)',
        after: 'and false',
        breaks: 'a count leaves no fraction of what is sold by the piece',
      },
      {
        before: "and p.unit <> 'PIECE' and p_unit = 'PIECE'",
        after: 'and false',
        breaks: 'what is in stock in fractions is not sold by the piece',
      },
      {
        before: "and p.kind = 'CHIP' and p_kind <> 'CHIP'",
        after: 'and false',
        breaks: 'a product is of chips as long as some are in stock',
      },
    ],
  ),
  ...sabotages(
    'stock',
    'server/src/stock/transfers/functions.sql',
    ['server/src/stock/transfers'],
    [
      {
        before: "when g.unit = 'PIECE' and r.quantity <> trunc(r.quantity)",
        after: 'when false',
        breaks: 'goods by the piece arrive in whole pieces',
      },
    ],
  ),
]

export const stockSabotages = [...counts, ...lateSales, ...kindsAndUnits]
