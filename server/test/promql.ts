import { parser } from '@prometheus-io/lezer-promql'

/** One line of `/metrics`. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

type Node = ReturnType<typeof parser.parse>['topNode']

/** The faults of an expression, by the grammar of Prometheus' own editor; none when it parses. */
export function syntaxFaults(expression: string): string[] {
  const faults: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from }) => {
      if (type.isError) faults.push(`at ${from}: ${expression.slice(from, from + 20)}`)
    },
  })
  return faults
}

export interface Selector {
  readonly name: string
  readonly matchers: readonly { readonly label: string; readonly op: string; readonly text: string }[]
}

/** Everything that an expression reads. */
export function selectorsOf(expression: string): Selector[] {
  const found: Selector[] = []
  parser.parse(expression).iterate({
    enter: ({ name, node }) => {
      if (name === 'VectorSelector') found.push(selectorOf(node, expression))
    },
  })
  return found
}

/** What Prometheus reads from an exposition in its text format. */
export function samplesOf(exposition: string): Sample[] {
  return exposition.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
    if (name === undefined || value === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    return [
      {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
        value: value === 'NaN' ? Number.NaN : Number(value.replace('+Inf', 'Infinity')),
      },
    ]
  })
}

/**
 * Whether an alert's expression has a result at one moment: what it takes of PromQL as far as our rules use it. What
 * needs a history is the last value, as right after it has changed.
 *
 * @throws Error for what needs a rate
 */
export function fires(expression: string, samples: readonly Sample[]): boolean {
  const result = evaluate(parser.parse(expression).topNode, { expression, samples })
  return typeof result === 'number' ? result !== 0 : result.length > 0
}

interface Scope {
  readonly expression: string
  readonly samples: readonly Sample[]
}
type Value = number | readonly Sample[]

function evaluate(node: Node, scope: Scope): Value {
  const text = scope.expression.slice(node.from, node.to)
  const children = childrenOf(node)
  switch (node.name) {
    case 'NumberDurationLiteral':
      return Number(text)
    case 'VectorSelector':
      return scope.samples.filter((sample) => fits(sample, selectorOf(node, scope.expression)))
    case 'AggregateExpr':
    case 'FunctionCall':
      return called(text.slice(0, text.search(/\W/)), lastOf(children), scope)
    case 'BinaryExpr':
      return joined(children, scope)
    default: {
      // PromQL, ParenExpr, MatrixSelector, FunctionCallBody: what they are about comes first.
      const [only] = children
      if (only === undefined) throw new Error(`not understood: ${node.name} in ${text}`)
      return evaluate(only, scope)
    }
  }
}

function called(name: string, body: Node, scope: Scope): Value {
  const of = evaluate(body, scope)
  const samples = typeof of === 'number' ? [{ name: '', labels: {}, value: of }] : of
  const values = samples.map(({ value }) => value)
  const one = (value: number): Sample[] => (values.length === 0 ? [] : [{ name: '', labels: {}, value }])
  switch (name) {
    case 'max':
      // Each reason of an outage is a series of its own; one of them is enough.
      return one(Math.max(...values))
    case 'min':
      return one(Math.min(...values))
    case 'sum':
      return one(values.reduce((sum, value) => sum + value, 0))
    case 'abs':
      return samples.map((sample) => ({ ...sample, value: Math.abs(sample.value) }))
    case 'max_over_time':
      return samples
    default:
      throw new Error(`${name} needs a history`)
  }
}

function joined([left, operator, right]: readonly Node[], scope: Scope): Value {
  if (left === undefined || operator === undefined || right === undefined)
    throw new Error('half an expression')
  const [mine, theirs] = [evaluate(left, scope), evaluate(right, scope)]
  const word = scope.expression.slice(operator.from, operator.to)
  if (word === 'or') return [...listOf(mine), ...listOf(theirs)]
  if (word === 'and') return listOf(theirs).length > 0 ? mine : []
  if (typeof mine === 'number' && typeof theirs === 'number' && word === '*') return mine * theirs
  const other = (at: number) => (typeof theirs === 'number' ? theirs : (theirs[at]?.value ?? Number.NaN))
  return listOf(mine).filter(({ value }, at) => compares(value, word, other(at)))
}

function compares(value: number, word: string, other: number): boolean {
  switch (word) {
    case '>':
      return value > other
    case '<':
      return value < other
    case '==':
      return value === other
    case '!=':
      return value !== other
    default:
      throw new Error(`not understood: ${word}`)
  }
}

const listOf = (value: Value): readonly Sample[] =>
  typeof value === 'number' ? [{ name: '', labels: {}, value }] : value

function fits({ name, labels }: Sample, selector: Selector): boolean {
  return (
    name === selector.name &&
    selector.matchers.every(({ label, op, text }) => {
      // Labels that Prometheus itself adds to what it reads.
      if (label === 'job') return true
      const value = labels[label] ?? ''
      if (op === '=') return value === text
      if (op === '=~') return new RegExp(`^(?:${text})$`).test(value)
      throw new Error(`not understood: ${op}`)
    })
  )
}

function selectorOf(node: Node, expression: string): Selector {
  const text = expression.slice(node.from, node.to)
  const [, name = ''] = /^(\w+)/.exec(text) ?? []
  const matchers = [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)]
  return {
    name,
    matchers: matchers.map(([, label = '', op = '', quoted = '']) => ({ label, op, text: quoted })),
  }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

function lastOf(nodes: readonly Node[]): Node {
  const last = nodes.at(-1)
  if (last === undefined) throw new Error('a call without a body')
  return last
}
