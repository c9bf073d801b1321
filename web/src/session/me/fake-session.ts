import { ProblemError, type Profile } from '@mostrador/client'

const profile = (id: string, name: string): Profile => ({
  account: { id, name, email: null, secondFactor: false, secondFactorResetAt: null },
  ...{ labels: [], merchants: [], stores: [], terminalId: 't-1', navigation: [] },
})

/** Two cashiers of one till. */
export const carla = profile('a-1', 'Carla')
export const dora = profile('a-2', 'Dora')

/** The answer that there is no session. */
export const noSession = () => Response.json({ code: 'unauthenticated' }, { status: 401 })

/** What was sent in a session, whose answer is that there is none; it comes when `refuse` is called. */
export function lateRefusal(): { refused: Promise<never>; refuse: () => void } {
  let refuse = () => {}
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(new ProblemError(401, { code: 'unauthenticated' }))
  })
  return { refused, refuse: () => refuse() }
}
