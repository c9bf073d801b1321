import type { Answer, RunningProduct } from '../server/test/app.ts'
import { type Act, judged } from './acts.ts'
import { forbidding } from './authority.ts'
import type { Books, Unknown } from './books.ts'
import { Delayed } from './delayed.ts'
import type { Random } from './random.mjs'

/** What happens to a request on its way. */
export const networkFates = {
  answered: 80,
  /** It never arrives. */
  lost: 3,
  /** It is carried out, and the answer is lost. */
  unanswered: 7,
  /** It arrives twice at the same time. */
  doubled: 5,
  /** It arrives some steps later, when the sender has asked again, or given up waiting. */
  late: 2,
  /** The server's connection to the database is cut while it works. */
  cut: 3,
} as const
export type Fate = keyof typeof networkFates

/** An act whose outcome is unknown. */
export interface Awaited extends Unknown {
  readonly act: Act
  /** It should be refused, as things were when it was sent. */
  readonly wasForbidden: boolean
  /** It may arrive, or has arrived, after others that were sent later. */
  readonly isLate: boolean
}

/** `unknown`: nobody has told the sender. */
export type Outcome = 'done' | 'unknown' | string

interface NetworkParts {
  readonly app: Pick<RunningProduct, 'call'>
  readonly books: Books
  /** How often each thing happens to a request. */
  readonly fates: Readonly<Record<Fate, number>>
  /** Cuts one of the server's connections that is at work. */
  readonly cut: () => Promise<void>
  /** A line of what is happening. */
  readonly tell: (line: string) => void
}

/** The way between people and the server: it loses, repeats and delays, and the model learns what an answer tells. */
export class Network {
  isFaulty = true
  readonly #parts: NetworkParts
  readonly #awaited: Awaited[] = []
  readonly #late = new Delayed<Act>()

  constructor(parts: NetworkParts) {
    this.#parts = parts
  }

  get awaited(): readonly Awaited[] {
    return this.#awaited
  }

  /** @throws Error when the server does what the model forbids, or refuses what it allows */
  async send(
    act: Act,
    random: Random,
    fate: Fate = this.isFaulty ? random.weighed(this.#parts.fates) : 'answered',
  ) {
    const { tell } = this.#parts
    switch (fate) {
      case 'lost':
        tell(`${act.name}: lost`)
        return this.#await(act)
      case 'late':
        tell(`${act.name}: late`)
        this.#late.add(act, random.whole(1, 6))
        return this.#await(act, true)
      case 'unanswered': {
        const answer = await this.#call(act)
        tell(`${act.name}: unanswered (${outcomeOf(answer)})`)
        return this.#await(act)
      }
      case 'cut': {
        const [answer] = await Promise.all([this.#call(act), this.#parts.cut()])
        tell(`${act.name}: cut (${outcomeOf(answer)})`)
        return answer.status >= 500 ? this.#await(act) : this.#learn(act, [answer])
      }
      case 'doubled':
        return this.#learn(act, await Promise.all([this.#call(act), this.#call(act)]))
      default:
        return this.#learn(act, [await this.#call(act)])
    }
  }

  /** Sends all at the same time. @returns the outcome of each, of which the model has learned those that were done */
  async together(acts: readonly Act[]): Promise<Outcome[]> {
    const before = acts.map((act) => act.obstacles())
    const answers = await Promise.all(acts.map((act) => this.#call(act)))
    const outcomes = answers.map(outcomeOf)
    this.#parts.tell(`together: ${acts.map(({ name }, no) => `${name} (${outcomes[no]})`).join(' | ')}`)
    for (const [no, act] of acts.entries())
      if (
        outcomes[no] === 'done' &&
        acts.indexOf(act) ===
          outcomes.findIndex((_, other) => acts[other] === act && outcomes[other] === 'done')
      )
        this.#done(act, (answers[no] as Answer).body)
    for (const [no, act] of acts.entries()) {
      const outcome = outcomes[no] as Outcome
      const isCopied = acts.filter((other) => other === act).length > 1
      // A refusal may have its reason in what the others have done.
      const reasons = [
        ...(before[no] ?? []),
        ...(outcome === 'done' ? [] : act.obstacles()),
        ...(isCopied ? [busy] : []),
      ]
      this.#judge(act, judged(reasons, outcome), answers[no]?.body)
      const isUndone = outcomes.every(
        (each, other) => acts[other] !== act || (each !== 'done' && each !== inUse),
      )
      if (isUndone) act.refused?.()
    }
    return outcomes
  }

  /** Repeats what nobody knows the outcome of. What is still under way stays unknown when it is refused. */
  async repeat(awaited: Awaited): Promise<void> {
    const { act } = awaited
    const answer = await this.#call(act)
    const outcome = outcomeOf(answer)
    this.#parts.tell(`again, ${act.name}: ${outcome}`)
    if (answer.status >= 500 && outcome !== 'aggregator_unavailable')
      throw new Error(`${act.name} answered ${answer.text}`)
    if (outcome === 'done') {
      this.#forget(awaited)
      if (awaited.wasForbidden && !awaited.isLate)
        this.#judge(act, judged(act.obstacles(), outcome), answer.body)
      this.#done(act, answer.body)
      return
    }
    // Who may not ask any more learns nothing of what was done before.
    const isNotTold = forbidding.includes(outcome) && !awaited.wasForbidden
    const isUnderWay = this.#late.has(act)
    if (outcome === inUse || isNotTold || isUnderWay) return
    this.#forget(awaited)
    this.#judge(act, judged(act.obstacles(), outcome), answer.body)
    act.refused?.()
  }

  /** A step has passed: what was delayed may arrive. */
  async passStep(): Promise<void> {
    for (const act of this.#late.passStep()) await this.#arrive(act)
  }

  /** Nothing is lost or delayed any more, and what was delayed arrives. */
  async mend(): Promise<void> {
    this.isFaulty = false
    for (const act of this.#late.takeAll()) await this.#arrive(act)
  }

  async #arrive(act: Act): Promise<void> {
    const answer = await this.#call(act)
    this.#parts.tell(`arrived, ${act.name}: ${outcomeOf(answer)}`)
  }

  #call(act: Act): Promise<Answer> {
    const headers = {
      ...act.headers,
      ...(act.key !== undefined && { 'idempotency-key': `simulation-${act.key}` }),
    }
    return this.#parts.app.call(act.person, act.method, act.path, act.body, headers)
  }

  #learn(act: Act, answers: readonly Answer[]): Outcome {
    const outcomes = answers.map(outcomeOf)
    this.#parts.tell(`${act.name}: ${outcomes.join(', ')}`)
    const obstacles = act.obstacles()
    const done = answers.filter(isDone)
    if (new Set(done.map(({ body }) => body.id ?? body.order?.id)).size > 1)
      this.#judge(act, 'was done twice for one key', answers[1]?.body)
    for (const [no, outcome] of outcomes.entries())
      this.#judge(
        act,
        judged(answers.length > 1 ? [...obstacles, busy] : obstacles, outcome),
        answers[no]?.body,
      )
    if (done.length > 0) this.#done(act, (done[0] as Answer).body)
    else if (outcomes.includes(inUse)) return this.#await(act)
    else act.refused?.()
    return outcomes.find((outcome) => outcome === 'done') ?? (outcomes[0] as Outcome)
  }

  #done(act: Act, body: Answer['body']): void {
    this.#parts.books.apply(act.change)
    this.#judge(act, act.learn?.(body), body)
  }

  #await(act: Act, isLate = false): Outcome {
    const wasForbidden = act.obstacles().some(({ isSure }) => isSure)
    const awaited = { name: act.name, change: act.change, act, wasForbidden, isLate }
    this.#awaited.push(awaited)
    this.#parts.books.unknown.add(awaited)
    act.holds?.(true)
    return 'unknown'
  }

  #forget(awaited: Awaited): void {
    this.#awaited.splice(this.#awaited.indexOf(awaited), 1)
    this.#parts.books.unknown.delete(awaited)
    awaited.act.holds?.(false)
  }

  #judge(act: Act, fault: string | undefined, answer: unknown): void {
    if (fault === undefined) return
    const asked = `${act.method} ${act.path} ${JSON.stringify(act.body)}`
    throw new Error(`${act.name} ${fault}: ${asked} → ${JSON.stringify(answer).slice(0, 1_500)}`)
  }
}

const inUse = 'idempotency_key_in_use'
/** The first of two equal requests is still at work. */
const busy = { codes: [inUse], isSure: false }

const isDone = (answer: Answer | undefined) => answer !== undefined && answer.status < 300

function outcomeOf(answer: Answer | undefined): string {
  if (isDone(answer)) return 'done'
  return String(answer?.body?.code ?? answer?.status)
}
