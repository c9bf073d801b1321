/** The types of parameters. `undefined` is not one of them: use `?? null`. */
export type Parameter = string | number | bigint | boolean | Date | Buffer | null | readonly Parameter[]

/**
 * Written SQL with its parameters: a statement, or a part of one. `Row` is the type of its rows, which `npm
 * run check -- statements` verifies against the database.
 */
export class Sql<out Row = unknown> {
  private declare readonly answers: () => Row
  readonly strings: readonly string[]
  readonly parameters: readonly Parameter[]

  constructor(strings: readonly string[], parameters: readonly Parameter[]) {
    this.strings = strings
    this.parameters = parameters
  }

  /** The text for PostgreSQL, with `$1` for the first parameter. */
  get text(): string {
    const known = texts.get(this.strings)
    if (known !== undefined) return known
    const text = this.strings.reduce((before, string, index) => `${before}$${index}${string}`)
    texts.set(this.strings, text)
    return text
  }
}

/** A template without parts is the same object every time, so its text is cached. */
const texts = new WeakMap<readonly string[], string>()

/**
 * ``sql<{ name: string }>`select name from shop.stores where id = ${id}` ``. A value becomes a parameter, never text;
 * a part that is SQL itself becomes part of the text.
 */
export function sql<Row = unknown>(
  strings: TemplateStringsArray,
  ...values: readonly (Parameter | Sql)[]
): Sql<Row> {
  return values.some((value) => value instanceof Sql)
    ? flattened(strings, values)
    : new Sql(strings, values as readonly Parameter[])
}

/** Joins parts with a comma or the given separator. */
sql.join = (parts: readonly Sql[], separator: Sql = comma): Sql => {
  const between = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
  return flattened([...between.map(() => ''), ''], between)
}

/**
 * The name of a column or a table, with its qualifiers: `p.name`, `shop.stores`. Quoted, so that no part of
 * it is read as SQL.
 */
sql.ref = (name: string): Sql =>
  new Sql(
    [
      name
        .split('.')
        .map((part) => `"${part.replaceAll('"', '""')}"`)
        .join('.'),
    ],
    [],
  )

function flattened(strings: readonly string[], values: readonly (Parameter | Sql)[]): Sql<never> {
  const texts = [strings[0] as string]
  const parameters: Parameter[] = []
  const append = (text: string) => {
    texts[texts.length - 1] += text
  }
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) {
      append(value.strings[0] as string)
      texts.push(...value.strings.slice(1))
      parameters.push(...value.parameters)
      append(strings[index + 1] as string)
    } else {
      parameters.push(value)
      texts.push(strings[index + 1] as string)
    }
  }
  return new Sql(texts, parameters)
}

const comma = new Sql([', '], [])
