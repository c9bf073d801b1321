import type { Translated } from '../../ui/words/language.ts'
import type { settingTexts } from './texts.ts'

export const settingEnglish: Translated<typeof settingTexts> = {
  save: 'Save',
  saved: 'Saved',
  between: 'A whole number from {{minimum}} to {{maximum}}.',
  allowed: 'The platform allows up to {{value}}',
  back: 'Back to what the platform allows',
  limitsHint:
    'How far everybody in the business may go. You may be stricter than the platform, never laxer; ask it for more.',
  unit_sales: 'sales',
  unit_reprints: 'reprints',
  unit_bps: 'hundredths of %',
  unit_megabytes: 'MB',
  unit_port: 'port',
  usual: 'Usually: {{value}}',
  on: 'On',
  off: 'Off',
  changed: 'Changed {{when}}',
  name: {
    platform_second_factor_required: 'Require two-step verification',
    merchant_unverifiedCanOperate: 'Let merchants sell before they are verified',
    vas_adeudo_lookup: 'Look up what is due',
    vas_chips: 'Chips bound to the sale',
    giftcards_admin_list_web: 'List of gift cards',
    vas_cashier_day_max_sales: 'Services per person and day',
    vas_cashier_day_max_centavos: 'Amount per person and day',
    vas_store_day_max_sales: 'Services per store and day',
    vas_store_day_max_centavos: 'Amount per store and day',
    vas_reference_day_max_sales: 'Services per number and day',
    vas_reference_day_max_centavos: 'Amount per number and day',
    vas_store_day_max_pin_reprints: 'Reprints of PINs a day',
    offline_sales_largest_sale_centavos: 'Largest sale without internet',
    offline_sales_price_tolerance_bps: 'Difference of prices without internet',
    files_max_megabytes: 'Room for pictures',
    webhooks_other_port: 'Another port for webhooks',
  },
  meaning: {
    platform_second_factor_required: 'Platform roles work only in sessions that have shown the second step.',
    merchant_unverifiedCanOperate:
      'Merchants may sell before they are verified. Payouts never depend on this.',
    vas_adeudo_lookup: 'Allows what is due on a bill to be looked up before it is paid.',
    vas_chips: 'When a chip is charged, the oldest unit is bound to the sale.',
    giftcards_admin_list_web: 'Shows the list of gift cards in administration.',
    vas_cashier_day_max_sales: 'How many services one person may sell in a store in a day.',
    vas_cashier_day_max_centavos:
      'What the services that one person sells in a store in a day may come to, fees included.',
    vas_store_day_max_sales: 'How many services a store may sell in a day.',
    vas_store_day_max_centavos: 'What the services that a store sells in a day may come to, fees included.',
    vas_reference_day_max_sales: 'How often the same number or reference may be sold to in a store in a day.',
    vas_reference_day_max_centavos:
      'What is sold to the same number or reference in a store in a day may come to.',
    vas_store_day_max_pin_reprints: 'How often a store may print PINs again in a day.',
    offline_sales_largest_sale_centavos: 'A sale without internet of more than this waits for a supervisor.',
    offline_sales_price_tolerance_bps:
      'A sale without internet at prices further than this from the catalog’s waits for a supervisor. 100 is 1%.',
    files_max_megabytes: 'What the pictures of a merchant may come to, all its stores together.',
    webhooks_other_port: 'Webhooks go to port 443, and to this one.',
  },
}
