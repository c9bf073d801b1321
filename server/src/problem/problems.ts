/** A 503 always says when to ask again: `Retry-After`, unless the place that refuses knows better. */
type Definition =
  | { readonly status: 503; readonly title: string; readonly retryAfterSeconds: number }
  | { readonly status: Exclude<RefusalStatus, 503>; readonly title: string }

type RefusalStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 408 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 431)
  | (500 | 501 | 503)

/**
 * Every way a request can be refused: the one list of codes, with status and title.
 * docs/problems.md and the `x-problems` of the API description are rendered from it.
 */
export const problems = {
  // 400: it could not be read
  malformed_request: { status: 400, title: 'The request could not be read' },
  // 401, 402, 403: who
  unauthenticated: { status: 401, title: 'Sign in first' },
  invalid_credentials: { status: 401, title: 'E-mail, password or code is wrong' },
  second_factor_required: { status: 401, title: 'A second-factor code is needed to sign in' },
  terminal_not_enabled: { status: 401, title: 'This device is not enabled as a terminal' },
  insufficient_funds: { status: 402, title: 'The wallet does not cover this amount' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  invalid_employee_code: { status: 403, title: 'Employee code or PIN is wrong' },
  mfa_required: { status: 403, title: 'Enrol a second factor before using platform routes' },
  cross_site_request: { status: 403, title: 'The request came from another site' },
  pin_not_chosen: { status: 403, title: 'Choose a PIN of your own first' },
  pin_expired: { status: 403, title: 'The PIN was not used in time' },
  merchant_suspended: { status: 403, title: 'The merchant is suspended' },
  merchant_unverified: { status: 403, title: 'The merchant is not verified yet' },
  permission_missing: { status: 403, title: 'Whoever started it may do it no longer' },
  feature_disabled: { status: 403, title: 'The platform has switched this off' },
  password_required: { status: 403, title: 'This needs a session opened with e-mail and password' },
  confirmation_required: { status: 403, title: 'Confirm first that it is you' },
  velocity_exceeded: { status: 403, title: 'More than may be sold in a day' },
  self_approval: { status: 403, title: 'Nobody decides on what they asked for themselves' },
  reauthentication_required: { status: 403, title: 'Confirm your password again' },
  // 404, 405: what
  not_found: { status: 404, title: 'There is no such thing, or it is not yours to see' },
  setting_not_found: { status: 404, title: 'There is no such setting' },
  // 408, 409: when
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_key_in_use: { status: 409, title: 'The first request with this key is still running' },
  duplicate_suspected: { status: 409, title: 'The same sale was made minutes ago' },
  quote_expired: { status: 409, title: 'The amount owed was looked up too long ago' },
  nothing_owed: { status: 409, title: 'Nothing is owed on this account' },
  pin_not_available: { status: 409, title: 'Only the PIN of a completed sale can be shown again' },
  email_taken: { status: 409, title: 'An account with this e-mail exists' },
  already_member: { status: 409, title: 'This person is already in the store' },
  owner_membership: { status: 409, title: 'The owner is always manager of the own stores' },
  last_admin: { status: 409, title: 'The last administrator cannot be removed' },
  label_held: { status: 409, title: 'The account carries this label already' },
  label_not_held: { status: 409, title: 'The account does not carry this label' },
  invite_spent: { status: 409, title: 'The invitation was used, withdrawn or has expired' },
  enabling_code_spent: { status: 409, title: 'The enabling code was used, replaced or has expired' },
  setup_link_spent: { status: 409, title: 'The set-up link was used or is not valid' },
  second_factor_enabled: { status: 409, title: 'A second factor is enabled already' },
  second_factor_not_enrolled: { status: 409, title: 'Enrolment of a second factor has not begun' },
  merchant_not_settled: { status: 409, title: 'Money or work of the merchant is still under way' },
  merchant_closed: { status: 409, title: 'The merchant is closed' },
  invalid_transition: { status: 409, title: 'The present state does not allow this' },
  deposit_already_reported: { status: 409, title: 'This deposit was reported before' },
  already_verified: { status: 409, title: 'The bank account is verified already' },
  verification_locked: { status: 409, title: 'The merchant’s verification is locked' },
  bank_accounts_pending: { status: 409, title: 'Several bank accounts wait for verification already' },
  tracking_key_credited: { status: 409, title: 'This transfer has filled a wallet already' },
  bank_account_unverified: { status: 409, title: 'The bank account is not verified' },
  settlement_not_processing: { status: 409, title: 'The settlement is not being sent' },
  tracking_key_used: { status: 409, title: 'This transfer has paid another settlement already' },
  duplicate_value: { status: 409, title: 'Another record has this value' },
  still_referenced: { status: 409, title: 'Other records refer to this one' },
  connection_disabled: { status: 409, title: 'The connection cannot be used' },
  connection_refused: { status: 409, title: 'The provider does not accept these credentials' },
  terminal_disabled: { status: 409, title: 'The terminal is disabled' },
  too_many_webhooks: { status: 409, title: 'The merchant has as many webhooks as it may' },
  file_already_imported: { status: 409, title: 'This file was imported into this store before' },
  shift_open: { status: 409, title: 'You have a shift open already' },
  terminal_in_use: { status: 409, title: 'Somebody has a shift open at this terminal' },
  shift_closed: { status: 409, title: 'There is no open shift to do this in' },
  approval_pending: { status: 409, title: 'This needs an approval that nobody has given yet' },
  approval_rejected: { status: 409, title: 'The approval was turned down or withdrawn' },
  approval_expired: { status: 409, title: 'The approval was not used in time' },
  approval_mismatch: { status: 409, title: 'The approval is for something else' },
  approval_used: { status: 409, title: 'The approval was used before' },
  import_under_way: { status: 409, title: 'A large file of this store is being imported' },
  cart_closed: { status: 409, title: 'The cart is not open' },
  cart_changed: { status: 409, title: 'The cart is not the one that was shown' },
  cart_empty: { status: 409, title: 'There is nothing in the cart' },
  refund_exceeds: { status: 409, title: 'Less than that is left to give back' },
  refund_method_not_approved: {
    status: 409,
    title: 'The approval does not let the money go back this way',
  },
  insufficient_cash: { status: 409, title: 'The drawer does not hold that much by the books' },
  chip_activated: { status: 409, title: 'The chip is active and cannot come back' },
  insufficient_stock: { status: 409, title: 'There is not enough in stock' },
  count_open: { status: 409, title: 'Some of these goods are being counted already' },
  resync_required: { status: 409, title: 'Too much is gone since then to be listed' },
  version_mismatch: { status: 412, title: 'The record has changed since it was read' },
  // 413, 415: too much, not ours
  body_too_large: { status: 413, title: 'The body is too large' },
  workbook_too_large: { status: 413, title: 'The workbook holds more than can be taken in' },
  workbook_unsupported: { status: 415, title: 'The file is not an Excel workbook (.xlsx)' },
  picture_unsupported: { status: 415, title: 'The file is no picture that is kept here' },
  unsupported_media_type: { status: 415, title: 'This kind of content is not accepted here' },
  // 422: read, but wrong
  invalid_request: { status: 422, title: 'Some fields are wrong' },
  idempotency_key_reused: { status: 422, title: 'The key was used for another request' },
  store_required: { status: 422, title: 'Name the store: you work in more than one' },
  product_unavailable: { status: 422, title: 'The product is not sold at the moment' },
  amount_not_allowed: { status: 422, title: 'The product does not allow this amount' },
  reference_invalid: { status: 422, title: 'The number or reference is not valid for this product' },
  quote_required: { status: 422, title: 'Look the debt up first, and send its quoteId' },
  quote_mismatch: { status: 422, title: 'The quote is for something else' },
  statement_overdue: { status: 422, title: 'The biller does not accept overdue statements' },
  payment_mismatch: { status: 422, title: 'The payments do not come to the total' },
  tender_too_small: { status: 422, title: 'The cash tendered does not cover the total' },
  chips_sold_through_cart: { status: 422, title: 'SIM chips are sold through the cart' },
  chip_product_required: { status: 422, title: 'Name a product of this store that is a SIM chip' },
  chip_header_missing: { status: 422, title: 'No row at the top of the sheet names a column of ICCIDs' },
  product_header_missing: {
    status: 422,
    title: 'No row at the top of the sheet names columns of names and prices',
  },
  product_rows_invalid: { status: 422, title: 'Some rows cannot be imported, so none was' },
  chip_rows_invalid: { status: 422, title: 'Some rows cannot be imported, so none was' },
  workbook_has_macros: { status: 422, title: 'Workbooks with macros are not accepted' },
  workbook_damaged: { status: 422, title: 'The workbook is damaged or incomplete' },
  workbook_unsafe: { status: 422, title: 'The workbook declares entities of its own' },
  workbook_without_sheet: { status: 422, title: 'The workbook has no visible sheet' },
  difference_reason_required: {
    status: 422,
    title: 'The count differs from what was expected, and no reason was given',
  },
  export_too_large: { status: 422, title: 'There are more rows than one file takes' },
  picture_too_large: { status: 422, title: 'The picture has too many pixels' },
  webhook_target_refused: { status: 422, title: 'Nothing is sent to this address' },
  setting_not_allowed: { status: 422, title: 'The platform allows no such value for this merchant' },
  weak_pin: { status: 422, title: 'The PIN is too easy to guess' },
  weak_password: { status: 422, title: 'The password is too easy to guess' },
  invalid_code: { status: 422, title: 'The code is wrong or was used' },
  invalid_cursor: { status: 422, title: 'The cursor does not belong to this list' },
  // 429, 431, 5xx: not now
  employee_locked: { status: 429, title: 'Too many wrong PINs for this code: it is locked for a while' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  reprint_limit: { status: 429, title: 'The PIN was printed again as often as it may be' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  policy_mismatch: { status: 500, title: 'A guard and a row policy disagree' },
  undeclared_problem: { status: 500, title: 'A route answered a problem that it does not declare' },
  not_active: { status: 501, title: 'This does not exist yet' },
  aggregator_unavailable: {
    status: 503,
    title: 'Value-added services are switched off or unreachable',
    retryAfterSeconds: 30,
  },
  overloaded: { status: 503, title: 'Too busy at the moment', retryAfterSeconds: 2 },
  database_unavailable: {
    status: 503,
    title: 'The database cannot be reached or written to at the moment',
    retryAfterSeconds: 5,
  },
  not_ready: { status: 503, title: 'Not ready', retryAfterSeconds: 5 },
} as const satisfies Record<string, Definition>

export type ProblemCode = keyof typeof problems

/** Any route may answer these; it need not say so. */
export const universalProblems: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'malformed_request',
  'unauthenticated',
  'cross_site_request',
  'not_found',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
  'too_many_requests',
  'internal',
  'policy_mismatch',
  'undeclared_problem',
  'overloaded',
  'database_unavailable',
])

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}
