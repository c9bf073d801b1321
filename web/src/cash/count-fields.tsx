import { Button, NumberInput, Stack } from '@mantine/core'
import { MoneyField } from '../ui/fields/money-field.tsx'
import { parseNumber } from '../ui/fields/parse-number.ts'
import { formatShortPesos } from '../ui/format/money.ts'
import { firstFieldFocused } from '../ui/keys/pointer.ts'
import { useWords } from '../ui/words/words.ts'
import classes from './count-fields.module.css'
import { changeCountSettings, useCountSettings } from './count-settings.ts'
import { denominations } from './denominations.ts'
import type { Counting } from './drawer-count.ts'
import { drawerTexts } from './texts.ts'

interface Props {
  counting: Counting
  onChange: (counting: Counting) => void
}

/** The cash of a drawer: the number of each note and coin, or one total, as this device prefers. */
export function CountFields({ counting, onChange }: Props) {
  const t = useWords(drawerTexts)
  const { isByTotal } = useCountSettings()
  return (
    <Stack gap="xs" key={String(isByTotal)} ref={firstFieldFocused}>
      {isByTotal ? (
        <MoneyField
          label={t('total')}
          size="lg"
          value={counting.totalCentavos}
          onChange={(totalCentavos) => onChange({ ...counting, totalCentavos })}
        />
      ) : (
        <Pieces counting={counting} onChange={onChange} />
      )}
      <Button
        variant="subtle"
        h={44}
        className={classes['way']}
        onClick={() => changeCountSettings({ isByTotal: !isByTotal })}
      >
        {t(isByTotal ? 'byPieces' : 'byTotal')}
      </Button>
    </Stack>
  )
}

function Pieces({ counting, onChange }: Props) {
  const t = useWords(drawerTexts)
  const { pieces } = counting
  return (
    <div className={classes['count']}>
      {denominations.map((value) => (
        <div key={value} className={classes['pieces']}>
          <span aria-hidden="true">{formatShortPesos(value)}</span>
          <NumberInput
            aria-label={t('piecesOf', { value: formatShortPesos(value) })}
            min={0}
            max={9999}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputMode="numeric"
            placeholder="0"
            value={pieces[value] ?? ''}
            onChange={(typed) =>
              onChange({ ...counting, pieces: { ...pieces, [value]: parseNumber(typed) ?? 0 } })
            }
          />
        </div>
      ))}
    </div>
  )
}
