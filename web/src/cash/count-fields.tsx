import { NumberInput, Text } from '@mantine/core'
import { Fragment } from 'react'
import { formatPesos, formatShortPesos } from '../ui/format/money.ts'
import { useWords } from '../ui/words/words.ts'
import classes from './count-fields.module.css'
import { type Count, denominations } from './denominations.ts'
import { drawerTexts } from './texts.ts'

/** The number of each note and coin in the drawer, with the total. */
export function CountFields({ count, onChange }: { count: Count; onChange: (count: Count) => void }) {
  const t = useWords(drawerTexts)
  return (
    <div className={classes['count']}>
      {denominations.map((value) => (
        <Fragment key={value}>
          <Text fw={650}>{formatShortPesos(value)}</Text>
          <NumberInput
            aria-label={t('piecesOf', { value: formatShortPesos(value) })}
            min={0}
            max={9999}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputMode="numeric"
            placeholder="0"
            value={count[value] ?? ''}
            onChange={(pieces) => onChange({ ...count, [value]: Number(pieces) || 0 })}
          />
          <span>{formatPesos(value * (count[value] ?? 0))}</span>
        </Fragment>
      ))}
    </div>
  )
}
