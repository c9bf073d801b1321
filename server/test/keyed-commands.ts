import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string }[]
}

interface Contract {
  readonly paths: Readonly<Record<string, { readonly post?: Operation; readonly put?: Operation }>>
}

const contract = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../openapi.json'), 'utf8'),
) as Contract

const takesKey = ({ parameters = [] }: Operation) =>
  parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))

const commandsWhere = (method: 'post' | 'put', hasKey: boolean): string[] =>
  Object.entries(contract.paths).flatMap(([to, { [method]: operation }]) =>
    operation !== undefined && takesKey(operation) === hasKey ? [`${method.toUpperCase()} ${to}`] : [],
  )

/** The commands of the contract that take an `Idempotency-Key`, each as `POST /vas/sale`. */
export const keyedCommands = [...commandsWhere('post', true), ...commandsWhere('put', true)]

/** All other commands. Every other `PUT` can be repeated without harm. */
export const keylessCommands = commandsWhere('post', false)
