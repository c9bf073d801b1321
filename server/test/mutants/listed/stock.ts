import { sabotages } from '../sabotage.ts'

export const stockSabotages = sabotages(
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
