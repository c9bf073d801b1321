import { afterAll, beforeAll, describe } from 'vitest'
import { patient } from '../patience.ts'
import { apiKeys } from './api-keys.ts'
import { blindCounts } from './blind-counts.ts'
import { collectionsByVerb } from './collections.ts'
import { confinedAdministrators } from './confined-administrators.ts'
import { confirmations } from './confirmations.ts'
import { everyRoute } from './every-route.ts'
import { ownMerchants } from './own-merchants.ts'
import { closeStage, openStage } from './stage.ts'
import { storeRefusals } from './store-refusals.ts'
import { tills } from './tills.ts'

// The only suite that tests access over HTTP: every registered route, every kind of caller, every kind of
// session. PostgreSQL itself is tested in rows.test.ts, and its functions in functions.test.ts.
beforeAll(openStage, patient(120_000))
afterAll(closeStage)

describe('a session that was confirmed too long ago', confirmations)
describe('a session at a terminal', tills)
describe('an API key', apiKeys)
describe('a store', storeRefusals)
describe('a drawer that is counted blind', blindCounts)
describe('every route', everyRoute)
describe('an administrator who is confined', confinedAdministrators)
describe('an administrator who owns a merchant', ownMerchants)
describe('a collection', collectionsByVerb)
