import type { VasProduct } from '@mostrador/client'
import { useState } from 'react'
import { Keypad } from '../../../ui/fields/keypad.tsx'
import { formatShortPesos, parsePesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { terminalTexts } from '../../words/texts.ts'
import { amountFault, type Owed } from '../rules/owed.ts'
import { BigField } from './big-field.tsx'
import form from './sale-form.module.css'

interface Props {
  product: VasProduct
  owed: Owed
  /** What the company accepts, besides the range. */
  rule: string | null
  amountCentavos: number | null
  onAmount: (amountCentavos: number | null) => void
}

/** An amount within the range of its product, and within what is owed. */
export function AmountField({ product, owed, rule, amountCentavos, onAmount }: Props) {
  const t = useWords(terminalTexts)
  const [typed, setTyped] = useState<string | null>(null)
  // The amount due is preset, and again by a tap on it after another was typed: the first key then replaces it. The same amount
  // stays as it was typed.
  const isPreset = typed === null || parsePesos(typed) !== amountCentavos
  const shown = isPreset ? written(amountCentavos) : typed
  const type = (text: string) => {
    const compact = text.replaceAll(/[^\d.,]/g, '')
    if (compact !== '' && parsePesos(compact) === null) return
    setTyped(compact)
    onAmount(compact === '' ? null : parsePesos(compact))
  }
  const fault = amountFault(product, owed, amountCentavos)
  const { range } = product
  const limits = {
    min: formatShortPesos(range?.minCentavos ?? 0),
    max: formatShortPesos(range?.maxCentavos ?? 0),
    step: formatShortPesos(range?.incrementCentavos ?? 1),
  }
  return (
    <div className={form['entry']}>
      <div className={form['fields']}>
        <BigField
          label={t('amountField.label')}
          value={shown}
          isActive
          inputMode="decimal"
          placeholder="0.00"
          hint={[rule, t('amountField.range', limits)].filter((each) => each !== null).join(' ')}
          fault={fault === null || fault === 'missing' ? undefined : t(`amountField.fault.${fault}`, limits)}
          isDone={fault === null}
          onType={type}
        />
      </div>
      <Keypad
        onDigit={(digit) => type((isPreset ? '' : shown) + digit)}
        onPoint={() => type(`${isPreset || shown === '' ? '0' : shown}.`)}
        onErase={() => type(shown.slice(0, -1))}
        onClear={() => type('')}
      />
    </div>
  )
}

const written = (amountCentavos: number | null) =>
  amountCentavos === null ? '' : (amountCentavos / 100).toFixed(2).replace(/\.00$/, '')
