import type { Transport, WireRequest, WireResponse } from '../server/src/adapters/aggregator/transport.ts'
import type { Random } from './random.mjs'

const manners = {
  well: 60,
  /** The request does not arrive. */
  lost: 12,
  /** It is carried out, and the answer does not arrive. */
  unanswered: 16,
  /** It is refused as overloaded. */
  overloaded: 6,
  /** Half of the answer arrives. */
  torn: 6,
} as const
type Manner = keyof typeof manners

/**
 * How the provider treats each number: the answers to its requests, in order, are decided when a number is first used, so that
 * it does not matter which of two concurrent requests comes first.
 */
export class ProviderManners {
  isFaulty = true
  readonly #planned = new Map<string, Manner[]>()
  /** The number of each transaction, by our id and by the provider's. */
  readonly #numbers = new Map<string, string>()

  plan(number: string, random: Random): void {
    const isBad = random.isHit(0.35)
    this.#planned.set(number, isBad ? Array.from({ length: 8 }, () => random.weighed(manners)) : [])
  }

  readonly between =
    (inner: Transport): Transport =>
    async (request, signal) => {
      switch (this.#next(this.#numberOf(request))) {
        case 'lost':
          throw new Error('the request was lost')
        case 'overloaded':
          return {
            status: 503,
            headers: { 'content-type': 'application/json' },
            body: '{"errors":[{"code":1009503}]}',
          }
        case 'unanswered':
          await this.#pass(request, signal, inner)
          throw new Error('the answer was lost')
        case 'torn': {
          const { body, ...answer } = await this.#pass(request, signal, inner)
          return { ...answer, body: body.slice(0, Math.floor(body.length / 2)) }
        }
        default:
          return this.#pass(request, signal, inner)
      }
    }

  #next(number: string | undefined): Manner {
    if (number === undefined || !this.isFaulty) return 'well'
    return this.#planned.get(number)?.shift() ?? 'well'
  }

  async #pass(request: WireRequest, signal: AbortSignal, inner: Transport): Promise<WireResponse> {
    const answer = await inner(request, signal)
    const number = this.#numberOf(request)
    const id = /"id":\s*(\d+)/.exec(answer.body)?.[1]
    if (
      number !== undefined &&
      id !== undefined &&
      request.path.endsWith('/transactions') &&
      request.method === 'POST'
    )
      this.#numbers.set(id, number)
    return answer
  }

  #numberOf({ path, query, body }: WireRequest): string | undefined {
    if (body?.includes('mobile_number')) {
      const { external_id: ours, credit_party_identifier: party } = JSON.parse(body)
      const number = String(party.mobile_number).slice(-10)
      this.#numbers.set(String(ours), number)
      return number
    }
    const ours = query.get('external_id')
    return this.#numbers.get(ours ?? /\/transactions\/(\d+)/.exec(path)?.[1] ?? '')
  }
}
