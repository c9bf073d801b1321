import type { Answer } from '../server/test/app.ts'
import type { Person } from '../server/test/world.ts'
import { forbidding } from './authority.ts'
import type { Change } from './books.ts'

/** Why the server may refuse an act: surely, or only if something unknown was done. */
export interface Obstacle {
  readonly codes: readonly string[]
  readonly isSure: boolean
}

/** One request with its meaning: who asks for what, what the model expects, and what follows when it is done. */
export interface Act {
  /** What is told of it when something is wrong. */
  readonly name: string
  readonly person: Person
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Sent with every attempt; without one the act itself can be repeated. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Its person has confirmed who they are a moment ago. */
  readonly isConfirmed?: boolean
  /** By the model as it is at the time of asking. */
  readonly obstacles: () => readonly Obstacle[]
  /** How the books change when it is done. */
  readonly change: Change
  /** What else the model learns from the answer. @returns what is wrong with it */
  readonly learn?: (body: Answer['body']) => string | undefined
  /** Called when it is certain that it was not done. */
  readonly refused?: () => void
  /** Called when its outcome has become unknown, and again when it is known. */
  readonly holds?: (isUnknown: boolean) => void
}

/** Somebody who may not is refused, with any of these codes. */
export const unless = (isAllowed: boolean, ...codes: readonly string[]): Obstacle[] =>
  isAllowed ? [] : [{ codes: codes.length > 0 ? codes : forbidding, isSure: true }]

/** There is less than needed, or there may be. */
export function lacking(
  code: string,
  needed: number,
  { least, most }: { readonly least: number; readonly most: number },
): Obstacle[] {
  // Who needs nothing is never refused, even where a service that failed has left less than nothing.
  if (needed <= 0 || needed <= least) return []
  return [{ codes: [code], isSure: needed > most }]
}

/** @returns what is wrong with the outcome: an accepted act that the model forbids, or a refusal without a reason */
export function judged(obstacles: readonly Obstacle[], outcome: string): string | undefined {
  if (outcome === 'done') {
    const sure = obstacles.filter(({ isSure }) => isSure)
    return sure.length === 0
      ? undefined
      : `was done, and should be refused: ${sure.flatMap(({ codes }) => codes).join(', ')}`
  }
  if (obstacles.some(({ codes }) => codes.includes(outcome))) return undefined
  return `was refused with ${outcome}, and ${
    obstacles.length === 0
      ? 'nothing forbids it'
      : `only ${obstacles.flatMap(({ codes }) => codes).join(', ')} is a reason`
  }`
}
