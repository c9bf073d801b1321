/** Functions that a caller without access does get an answer from, each with the reason. */
export interface Exceptions {
  readonly answering: Readonly<Record<string, string>>
  /** Those that change rows of the merchant or of its people. */
  readonly changing: Readonly<Record<string, string>>
}

const ownAccount = 'it concerns the account of the caller alone, and takes no other'
const ownKey =
  'idempotency keys belong to an account at a merchant, or to all API keys of one: a caller reaches only those'
const ownSession = 'it writes the caller’s own session as it is, and takes no other'
const judged = 'what it judges is told to the server, which signs in whoever gave the right password'

const always = {
  answering: {
    'app.authenticate': 'a session is found by the hash of its token: without one the caller is a guest',
    'identity.begin_confirmation': ownAccount,
    'identity.begin_sign_in': judged,
    'identity.cancel_own_factor_reset': ownAccount,
    'identity.change_password': ownAccount,
    'identity.confirm_session': ownAccount,
    'identity.confirm_totp': ownAccount,
    'identity.disable_totp': ownAccount,
    'identity.renew_recovery_codes': ownAccount,
    'stock.add_chips': 'it finds only an import of its own transaction, and fails without one',
  },
  changing: {
    'audit.record_at': 'every act is recorded, and always as the caller’s: nobody writes in another name',
    'identity.use_totp_step': 'who is signing in is nobody yet, and names the account whose code was right',
    'shop.settle_code_check': 'a wrong code at a till is recorded before anybody is known there',
  },
}

export const ofEverybody: Exceptions = {
  answering: {
    ...always.answering,
    'identity.begin_totp': ownAccount,
    'identity.prove_writing': ownSession,
  },
  changing: always.changing,
}

const names = 'routes of the platform ask it for the accounts of merchants that the caller has found'
const looks =
  'it tells nothing of a merchant that is not overseen, and the look is recorded with the merchant that was named'

export const ofConfined: Exceptions = {
  answering: {
    ...always.answering,
    'identity.account_of': names,
    'identity.contacts': names,
    'identity.names_seen': names,
    'platform.create_merchant': 'the merchant is new, and the administrator oversees it',
    'platform.label_holders': 'who holds which label is known to all administrators',
  },
  changing: {
    ...always.changing,
    'reporting.sales_summary': looks,
    'reporting.vas_summary': looks,
    'vas.gift_cards': looks,
  },
}

const ofMerchant = 'pictures and looks belong to the merchant, and to all of its stores'
const ofOwner = 'the owner works in the sister store too'

export const ofSisterStores: Exceptions = {
  answering: {
    ...always.answering,
    'catalog.change_theme': ofMerchant,
    'catalog.hold_photo': ofMerchant,
    'identity.emails_seen': ofOwner,
    'identity.names_seen': ofOwner,
  },
  changing: {
    ...always.changing,
    'app.claim_key': ownKey,
    'app.keep_answer': ownKey,
    'app.keep_answer_at_coordinator': ownKey,
    'catalog.take_file_storage': ofMerchant,
    'identity.prove_writing': ownSession,
  },
}

const sold = 'whoever sells in a store works with its carts and orders'
const atTheCounter = 'whoever works in a store may do this there, in their own name'

export const ofColleagues: Exceptions = {
  answering: {
    ...always.answering,
    'catalog.hold_photo': ofMerchant,
    'selling.add_cart_line': sold,
    'selling.add_discount': sold,
    'selling.ask_approval': sold,
    'selling.finalize_cart': sold,
    'selling.move_cart': sold,
    'selling.open_cart': sold,
    'selling.receive_offline_sale': sold,
    'selling.refund_order': sold,
    'stock.sister_stores': atTheCounter,
    'vas.mail_receipt': 'the services that a store has sold are read by its whole team',
  },
  changing: {
    ...always.changing,
    'app.claim_key': ownKey,
    'app.keep_answer': ownKey,
    'app.keep_answer_at_coordinator': ownKey,
    'catalog.take_file_storage': ofMerchant,
    'selling.change_cart': sold,
    'selling.change_cart_line': sold,
    'selling.remove_cart_line': sold,
    'shop.check_employee': atTheCounter,
    'shop.open_shift': atTheCounter,
  },
}

const bySecret = 'without its secret it answers everybody alike'
const noneThere = 'the store of the tests has no such thing'
const beforeWrite = 'it refuses only who may change the record otherwise'
const sameTransaction = 'only the transaction that has made what it mails may call it'

/** Functions that take ids and answer everybody here alike, each with the reason. */
export const unasked: Readonly<Record<string, string>> = {
  'app.authenticate': always.answering['app.authenticate'],
  'audit.record_at': always.changing['audit.record_at'],
  'authz.set_of': 'numbers of sets are no secret: who holds one is asked elsewhere',
  'catalog.drop_photo': noneThere,
  'identity.ask_password_reset': 'strangers are answered like members',
  'identity.factor_resets': noneThere,
  'identity.open_session': bySecret,
  'identity.refuse_sign_in': 'who was refused is nobody yet',
  'identity.use_recovery_code': bySecret,
  'identity.use_totp_step': always.changing['identity.use_totp_step'],
  'platform.admin_assignments_seen': noneThere,
  'selling.remove_discount': noneThere,
  'shop.assert_own_entrance': beforeWrite,
  'shop.choose_pin_at_terminal': bySecret,
  'shop.end_terminal_work': noneThere,
  'shop.mail_invite': sameTransaction,
  'shop.open_terminal_session': bySecret,
  'shop.settle_code_check': always.changing['shop.settle_code_check'],
  'stock.add_chips': always.answering['stock.add_chips'],
  'stock.chip_incidents_seen': noneThere,
  'vas.open_sale': 'it sells only in the name of the caller, and its row names somebody else',
  'vas.review_queue': noneThere,
}
