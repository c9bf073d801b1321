import { type ComponentProps, isValidElement, type ReactElement, type ReactNode, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Keypad } from '../../../ui/fields/keypad.tsx'
import { product } from '../../selling/vas/fake-order.ts'
import { saidByCustomer } from '../rules/owed.ts'
import { AmountField } from './amount-field.tsx'
import { BigField } from './big-field.tsx'

const range = { minCentavos: 1_000, maxCentavos: 50_000, incrementCentavos: 1 }
const owedCentavos = 50_000

/** What a cashier can do with the field. */
interface Hands {
  type: (typed: string) => void
  press: (digit: string) => void
  /** As a tap on the statement of a debt does. */
  preset: () => void
}

/** What a part of a drawing is given, wherever it is. */
const propsOf = <P,>(drawn: ReactNode, part: (props: P) => ReactNode): P | undefined => {
  if (!isValidElement<{ children?: ReactNode }>(drawn)) return undefined
  if (drawn.type === part) return (drawn as ReactElement<P>).props
  return [drawn.props.children]
    .flat()
    .reduce<P | undefined>((found, each) => found ?? propsOf(each, part), undefined)
}

/** Draws the field of a debt again after each act. @returns what it showed and what was paid, at first and after each */
function amountsAfter(acts: ((hands: Hands) => void)[]): [string, number | null][] {
  const seen: [string, number | null][] = []
  const left = [...acts]
  const Form = () => {
    const [paid, setPaid] = useState<number | null>(owedCentavos)
    const ofProduct = { ...product, amountCentavos: null, range }
    const field = AmountField({
      ...{ product: ofProduct, owed: saidByCustomer, rule: null },
      ...{ amountCentavos: paid, onAmount: setPaid },
    })
    const big = propsOf<ComponentProps<typeof BigField>>(field, BigField)
    const keypad = propsOf<ComponentProps<typeof Keypad>>(field, Keypad)
    if (big === undefined || keypad === undefined) throw new Error('the field has no parts')
    seen.push([big.value, paid])
    left.shift()?.({
      ...{ type: big.onType, press: keypad.onDigit },
      preset: () => setPaid(owedCentavos),
    })
    return null
  }
  renderToStaticMarkup(<Form />)
  return seen
}

test('an amount that is set again from outside takes the place of what was typed, and the next key begins anew', () => {
  const seen = amountsAfter([
    ({ type }) => type('200'),
    ({ preset }) => preset(),
    ({ press }) => press('7'),
    ({ press }) => press('5'),
  ])
  expect(seen).toEqual([
    ['500', 50_000],
    ['200', 20_000],
    ['500', 50_000],
    ['7', 700],
    ['75', 7_500],
  ])
})

test('an amount stays as it is typed while it is what is paid', () => {
  const seen = amountsAfter([
    ({ type }) => type('200.'),
    ({ type }) => type('200.50'),
    ({ type }) => type(''),
  ])
  expect(seen).toEqual([
    ['500', 50_000],
    ['200.', 20_000],
    ['200.50', 20_050],
    ['', null],
  ])
})
