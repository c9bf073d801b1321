import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'

/**
 * What a command is asked for. Every command reads its arguments by this, before it does anything, so that none is ignored.
 *
 * @param args the words after the command's name
 * @param form the options and positionals that it knows; `{}`: none
 * @param read an Error tells what is wrong with a value; undefined: the words have no meaning together
 * @throws ConfigError with the usage
 */
export function readArguments<const Form extends ParseArgsConfig, Asked>(
  args: readonly string[],
  usage: string,
  form: Form,
  read: (given: ReturnType<typeof parseArgs<Form>>) => Asked | undefined,
): Asked {
  let asked: Asked | undefined
  try {
    asked = read(parseArgs({ ...form, args: [...args] }) as ReturnType<typeof parseArgs<Form>>)
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`)
  }
  if (asked === undefined) throw new ConfigError(usage)
  return asked
}

/** A port that is given for an option. @throws Error */
export function portOf(text: string, option: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error(`${option} must be a number from 0 to 65535`)
}
