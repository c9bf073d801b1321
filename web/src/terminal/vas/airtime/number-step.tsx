import { Button, Title } from '@mantine/core'
import { IconCheck, IconVolume } from '@tabler/icons-react'
import { Keypad } from '../../../ui/fields/keypad.tsx'
import { groupPhone, isWholePhone, nationalDigits } from '../../../ui/format/phone.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { Draft, SaleEvent } from '../../selling/vas/sale-machine.ts'
import { terminalTexts } from '../../words/texts.ts'
import { BigField } from '../form/big-field.tsx'
import classes from '../form/sale-form.module.css'

const phone = { inputMode: 'numeric', placeholder: '55 1234 5678' } as const

/** The number and its check: typed a second time, or read to the customer. */
export function NumberStep({ draft, onEvent }: { draft: Draft; onEvent: (event: SaleEvent) => void }) {
  const t = useWords(terminalTexts)
  const { reference: digits, check } = draft
  const isWhole = isWholePhone(digits)
  const repeated = check.by === 'writing' ? check.digits : ''
  const typeNumber = (typed: string) => onEvent({ type: 'referenceTyped', reference: nationalDigits(typed) })
  const typeRepeat = (typed: string) =>
    onEvent({ type: 'numberChecked', check: { by: 'writing', digits: nationalDigits(typed) } })
  const [current, change] = isWhole ? [repeated, typeRepeat] : [digits, typeNumber]
  return (
    <div className={classes['entry']}>
      <div className={classes['fields']}>
        <Title order={2}>{isWhole ? t('repeatTitle') : t('numberTitle')}</Title>
        <BigField
          {...phone}
          label={t('number')}
          value={groupPhone(digits)}
          isActive={!isWhole}
          hint={t('numberHint')}
          onType={typeNumber}
        />
        {isWhole && (
          <>
            <BigField
              {...phone}
              label={t('repeat')}
              value={groupPhone(repeated)}
              isActive={check.by !== 'reading'}
              hint={repeated === digits ? t('repeatSame') : t('numberHint')}
              fault={differs(repeated, digits) ? t('repeatDiffers') : undefined}
              isDone={repeated === digits}
              onType={typeRepeat}
            />
            <Button
              variant={check.by === 'reading' ? 'filled' : 'default'}
              size="md"
              h={54}
              aria-pressed={check.by === 'reading'}
              leftSection={check.by === 'reading' ? <IconCheck size={20} /> : <IconVolume size={20} />}
              onClick={() => onEvent({ type: 'numberChecked', check: { by: 'reading' } })}
            >
              {check.by === 'reading' ? t('readDone') : t('readAloud')}
            </Button>
          </>
        )}
      </div>
      <Keypad
        onDigit={(digit) => change(current + digit)}
        onErase={() =>
          isWhole && repeated === '' ? typeNumber(digits.slice(0, -1)) : change(current.slice(0, -1))
        }
        onClear={() => change('')}
      />
    </div>
  )
}

/** A fault is shown as soon as it is certain, not while the number is still being typed correctly. */
function differs(repeated: string, digits: string): boolean {
  return !digits.startsWith(repeated)
}
