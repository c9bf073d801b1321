import type { Centavos } from '../../amounts/centavos.ts'
import type { Diagnosis } from './schema.ts'

/** The state in the database; store and terminal are null when none was named. */
export interface OperatingFacts {
  readonly merchantStatus: string
  readonly isVerified: boolean
  readonly unverifiedCanOperate: boolean
  readonly ownerCanSignIn: boolean
  readonly openStores: number
  readonly availableCentavos: Centavos | null
  readonly storeStatus: string | null
  readonly storePeople: number
  readonly storeTerminals: number
  readonly storeConnections: number
  readonly terminalStatus: string | null
}

type Condition = Diagnosis['conditions'][number]

/** Every condition for operating; those of a store or a terminal only when one was named. */
export function diagnose(facts: OperatingFacts, sellsServices: boolean): Diagnosis {
  const conditions = [
    ...ofMerchant(facts, sellsServices),
    ...(facts.storeStatus === null ? [] : ofStore(facts, facts.storeStatus)),
    ...(facts.terminalStatus === null ? [] : [ofTerminal(facts.terminalStatus)]),
  ]
  const stops = (what: Condition['stops']) => conditions.some((each) => !each.isMet && each.stops === what)
  const canOperate = !stops('everything')
  return { canOperate, canSellServices: canOperate && !stops('services'), conditions }
}

function ofMerchant(facts: OperatingFacts, sellsServices: boolean): Condition[] {
  return [
    {
      subject: 'platform',
      code: 'services_switched_on',
      isMet: sellsServices,
      stops: 'services',
      remedy: 'Set VAS_AGGREGATOR_MODE and restart. Until then every call to the aggregator is refused.',
    },
    {
      subject: 'merchant',
      code: 'merchant_active',
      isMet: facts.merchantStatus === 'ACTIVE',
      stops: 'everything',
      remedy:
        facts.merchantStatus === 'CLOSED'
          ? 'A closed merchant cannot be reopened. Create another.'
          : 'An administrator has to lift the suspension: PATCH /pos/merchants/{id}/status.',
    },
    {
      subject: 'merchant',
      code: 'merchant_verified',
      isMet: facts.isVerified || facts.unverifiedCanOperate,
      stops: 'services',
      remedy: 'Confirm the business and verify a bank account; when both are done, resync the verification.',
    },
    {
      subject: 'merchant',
      code: 'owner_can_sign_in',
      isMet: facts.ownerCanSignIn,
      stops: 'nothing',
      remedy: 'Send the owner a new invitation, or unblock the account.',
    },
    {
      subject: 'merchant',
      code: 'has_open_store',
      isMet: facts.openStores > 0,
      stops: 'everything',
      remedy: 'The owner has to open a store: POST /pos/stores.',
    },
    {
      subject: 'merchant',
      code: 'wallet_funded',
      isMet: facts.storeConnections > 0 || (facts.availableCentavos ?? 0n) > 0n,
      stops: 'services',
      remedy: 'A manager has to report a deposit, or connect the merchant’s own provider account.',
    },
  ]
}

function ofStore(facts: OperatingFacts, status: string): Condition[] {
  return [
    {
      subject: 'store',
      code: 'store_open',
      isMet: status === 'ACTIVE',
      stops: 'everything',
      remedy: 'A manager has to reopen the store.',
    },
    {
      subject: 'store',
      code: 'store_staffed',
      isMet: facts.storePeople > 0,
      stops: 'everything',
      remedy: 'A manager has to invite people, or unblock their accounts.',
    },
    {
      subject: 'store',
      code: 'store_has_terminal',
      isMet: facts.storeTerminals > 0,
      stops: 'nothing',
      remedy: 'A manager has to add or enable a terminal.',
    },
  ]
}

function ofTerminal(status: string): Condition {
  return {
    subject: 'terminal',
    code: 'terminal_enabled',
    isMet: status === 'ENABLED',
    stops: 'everything',
    remedy: 'A manager has to enable the terminal.',
  }
}
