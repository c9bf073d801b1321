// What must not compile. `tsc` reads this file and nothing runs it: a missing error is an error.

import { add, type Centavos, centavos } from '../src/amounts/centavos.ts'
import type { Access } from '../src/authorization/access.ts'
import { Grant } from '../src/authorization/grant.ts'
import type { Database } from '../src/database/database.ts'
import type { Tx } from '../src/database/tx.ts'

declare const database: Database
declare const sells: (grant: Grant<'store:cashier'>) => void
declare const approves: (grant: Grant<'store:supervisor'>) => void
declare const suspends: (grant: Grant<'platform:admin'>) => void
declare const query: (tx: Tx<'store:supervisor'>) => Promise<void>

const cashier = Grant.issue('store:cashier', { requestId: '' })
const manager = Grant.issue('store:manager', { requestId: '' })
const operator = Grant.issue('platform:operator', { requestId: '' })
const guest = Grant.issue('public', { requestId: '' })

sells(cashier)
sells(manager)
approves(manager)
// @ts-expect-error a service is not called without its grant
sells()
// @ts-expect-error a look-alike is no grant
sells({ access: 'store:cashier', requestId: '', credential: undefined, storeId: undefined })
// @ts-expect-error nobody makes a grant but `issue`
new Grant('store:cashier', { requestId: '' })
// @ts-expect-error a route that admits cashiers cannot call what asks for a supervisor
approves(cashier)
// @ts-expect-error an operator is no administrator
suspends(operator)
// @ts-expect-error a platform role is no store role
sells(operator)
// @ts-expect-error a store role is no platform role
suspends(manager)
// @ts-expect-error nobody in particular may not sell
sells(guest)
// @ts-expect-error there is no such access
Grant.issue('store:owner' satisfies Access, { requestId: '' })

database.read(manager, (tx) => query(tx))
// @ts-expect-error a supervisor's query does not run in a cashier's transaction
database.read(cashier, (tx) => query(tx))

export const fine: Centavos = add(centavos(1), centavos(2))
// @ts-expect-error a number is no money
export const number: Centavos = 100
// @ts-expect-error a bare bigint is no money
export const bare: Centavos = 100n
// @ts-expect-error the sum of two amounts is made by `add`
export const sum: Centavos = centavos(1) + centavos(2)
