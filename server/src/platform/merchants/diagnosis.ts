import type { Centavos } from '../../amounts/centavos.ts'
import type { Diagnosis } from './schema.ts'

/** What the database knows; of store and terminal null when none was named. */
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

/** Every condition of operating, for what was asked about; a store's are there when a store is. */
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
      remedy: 'Set VAS_AGGREGATOR_MODE and restart; until then every call to the aggregator is refused.',
    },
    {
      subject: 'merchant',
      code: 'merchant_active',
      isMet: facts.merchantStatus === 'ACTIVE',
      stops: 'everything',
      remedy:
        facts.merchantStatus === 'CLOSED'
          ? 'A closed merchant stays closed; create another.'
          : 'An administrator lifts the suspension: PATCH /pos/merchants/{id}/status.',
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
      remedy: 'Send the owner an invitation again, or lift the block on the account.',
    },
    {
      subject: 'merchant',
      code: 'has_open_store',
      isMet: facts.openStores > 0,
      stops: 'everything',
      remedy: 'The owner opens a store: POST /pos/stores.',
    },
    {
      subject: 'merchant',
      code: 'wallet_funded',
      isMet: facts.storeConnections > 0 || (facts.availableCentavos ?? 0n) > 0n,
      stops: 'services',
      remedy: 'A manager reports a deposit, or connects an own account with the provider.',
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
      remedy: 'A manager opens the store again.',
    },
    {
      subject: 'store',
      code: 'store_staffed',
      isMet: facts.storePeople > 0,
      stops: 'everything',
      remedy: 'A manager invites people, or lift the block on their accounts.',
    },
    {
      subject: 'store',
      code: 'store_has_terminal',
      isMet: facts.storeTerminals > 0,
      stops: 'nothing',
      remedy: 'A manager adds a terminal, or enables one.',
    },
  ]
}

function ofTerminal(status: string): Condition {
  return {
    subject: 'terminal',
    code: 'terminal_enabled',
    isMet: status === 'ENABLED',
    stops: 'everything',
    remedy: 'A manager enables the terminal.',
  }
}
