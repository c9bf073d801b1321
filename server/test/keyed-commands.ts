import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Contract {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly parameters?: readonly { readonly $ref?: string }[] } }>
  >
}

const contract = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../openapi.json'), 'utf8'),
) as Contract

const commandsWhere = (hasKey: boolean): string[] =>
  Object.entries(contract.paths).flatMap(([to, { post }]) =>
    post !== undefined &&
    (post.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) === hasKey
      ? [`POST ${to}`]
      : [],
  )

/** The commands of the contract that take an `Idempotency-Key`, each as `POST /vas/sale`. */
export const keyedCommands = commandsWhere(true)

/** All other commands. */
export const keylessCommands = commandsWhere(false)
