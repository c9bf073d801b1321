import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string }[]
}

type Method = 'post' | 'put' | 'patch'

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>
}

const contract = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../openapi.json'), 'utf8'),
) as Contract

const takesKey = ({ parameters = [] }: Operation) =>
  parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))

const commandsWhere = (method: Method, hasKey: boolean): string[] =>
  Object.entries(contract.paths).flatMap(([to, { [method]: operation }]) =>
    operation !== undefined && takesKey(operation) === hasKey ? [`${method.toUpperCase()} ${to}`] : [],
  )

/** The commands of the contract that take an `Idempotency-Key`, each as `POST /vas/sale`. */
export const keyedCommands = (['post', 'put', 'patch'] as const).flatMap((method) =>
  commandsWhere(method, true),
)

/** All other commands. Every other `PUT` and `PATCH` can be repeated without harm. */
export const keylessCommands = commandsWhere('post', false)
