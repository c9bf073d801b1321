import type { Translated } from '../../ui/words/language.ts'
import type { settingTexts } from './texts.ts'

export const settingEnglish: Translated<typeof settingTexts> = {
  save: 'Save',
  saved: 'Saved',
  between: 'A whole number from {{minimum}} to {{maximum}}.',
  allowed: 'The platform allows up to {{value}}',
  back: 'Reset to the platform’s limit',
  limitsHint:
    'Limits for everyone in the business. You can set them lower than the platform’s, never higher; ask the platform to raise them.',
  unit_sales: 'sales',
  unit_reprints: 'reprints',
  unit_bps: 'hundredths of %',
  unit_megabytes: 'MB',
  unit_port: 'port',
  unit_keys: 'keys',
  unit_days: 'days',
  usual: 'Default: {{value}}',
  on: 'On',
  off: 'Off',
  unset: 'Not set',
  clabeFault: 'A CLABE has 18 digits.',
  clabeDigitFault: 'That CLABE is not valid: check its digits.',
  changed: 'Changed {{when}}',
  name: {
    platform_second_factor_required: 'Require two-step verification',
    merchant_unverifiedCanOperate: 'Allow unverified merchants to sell',
    vas_adeudo_lookup: 'Debt lookup',
    vas_chips: 'Assign chips to sales',
    giftcards_admin_list_web: 'Gift card list',
    vas_cashier_day_max_sales: 'Services per person and day',
    vas_cashier_day_max_centavos: 'Amount per person and day',
    vas_store_day_max_sales: 'Services per store and day',
    vas_store_day_max_centavos: 'Amount per store and day',
    vas_reference_day_max_sales: 'Services per number and day',
    vas_reference_day_max_centavos: 'Amount per number and day',
    vas_store_day_max_pin_reprints: 'PIN reprints per day',
    offline_sales_largest_sale_centavos: 'Largest offline sale',
    offline_sales_price_tolerance_bps: 'Offline price tolerance',
    shifts_cashiers_open_drawer: 'Drawer without a sale for cashiers',
    files_max_megabytes: 'Picture storage',
    api_keys_max_keys: 'API keys',
    api_keys_max_days: 'Lifetime of API keys',
    deposits_clabe: 'CLABE for deposits',
    deposits_beneficiary: 'Name of that account',
    webhooks_other_port: 'Additional webhook port',
  },
  meaning: {
    platform_second_factor_required: 'Platform roles only work in sessions with two-step verification.',
    merchant_unverifiedCanOperate:
      'Merchants may sell before they are verified. Payouts never depend on this.',
    vas_adeudo_lookup: 'Allows looking up the amount due before a bill is paid.',
    vas_chips: 'When a chip is sold, the oldest unit in stock is assigned to the sale.',
    giftcards_admin_list_web: 'Shows the gift card list in Administration.',
    vas_cashier_day_max_sales: 'How many services one person can sell in a store per day.',
    vas_cashier_day_max_centavos:
      'The total of services that one person can sell in a store per day, fees included.',
    vas_store_day_max_sales: 'How many services a store can sell per day.',
    vas_store_day_max_centavos: 'The total of services that a store can sell per day, fees included.',
    vas_reference_day_max_sales:
      'How many services a store can sell to the same number or reference per day.',
    vas_reference_day_max_centavos:
      'The total that a store can sell to the same number or reference per day.',
    vas_store_day_max_pin_reprints: 'How many PINs a store can reprint per day.',
    offline_sales_largest_sale_centavos: 'Offline sales above this amount wait for a supervisor.',
    offline_sales_price_tolerance_bps:
      'Offline sales whose prices differ from the catalog by more than this wait for a supervisor. 100 is 1%.',
    shifts_cashiers_open_drawer:
      'Cashiers may open the drawer without a sale, giving a reason. It is in the audit log and the shift report.',
    files_max_megabytes: 'The total size of a merchant’s pictures, over all its stores.',
    api_keys_max_keys: 'How many active API keys a merchant can have.',
    api_keys_max_days: 'How many days after its creation an API key can expire at the latest.',
    deposits_clabe:
      'Where merchants transfer for their balance. They see it on “Balance”, with a button to copy it.',
    deposits_beneficiary: 'The name that banks show to whoever transfers.',
    webhooks_other_port: 'Webhooks can use port 443 and this one.',
  },
}
