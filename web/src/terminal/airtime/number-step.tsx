import { Button, Title } from '@mantine/core'
import { IconCheck, IconVolume } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { Keypad } from '../../ui/keypad.tsx'
import { groupPhone, isWholePhone, nationalDigits, phoneDigits } from '../../ui/phone.ts'
import type { Draft, SaleEvent } from '../sale-machine.ts'
import { useTerminalWords } from '../words.ts'
import classes from './airtime.module.css'

/** The number, and its check: written a second time, or read to the customer. */
export function NumberStep({ draft, onEvent }: { draft: Draft; onEvent: (event: SaleEvent) => void }) {
  const t = useTerminalWords()
  const { digits, check } = draft
  const isWhole = isWholePhone(digits)
  const repeated = check.by === 'writing' ? check.digits : ''
  const typeNumber = (typed: string) => onEvent({ type: 'numberTyped', digits: nationalDigits(typed) })
  const typeRepeat = (typed: string) =>
    onEvent({ type: 'numberChecked', check: { by: 'writing', digits: nationalDigits(typed) } })
  const [current, change] = isWhole ? [repeated, typeRepeat] : [digits, typeNumber]
  return (
    <div className={classes['number']}>
      <div className={classes['fields']}>
        <Title order={2}>{isWhole ? t('repeatTitle') : t('numberTitle')}</Title>
        <PhoneField label={t('number')} digits={digits} isActive={!isWhole} onType={typeNumber} />
        {isWhole && (
          <>
            <PhoneField
              label={t('repeat')}
              digits={repeated}
              isActive={check.by !== 'reading'}
              onType={typeRepeat}
              fault={differs(repeated, digits) ? t('repeatDiffers') : undefined}
              isDone={repeated === digits}
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

/** A fault is told as soon as it is sure, not while the person is still typing rightly. */
function differs(repeated: string, digits: string): boolean {
  return !digits.startsWith(repeated)
}

interface FieldProps {
  label: string
  digits: string
  isActive: boolean
  onType: (typed: string) => void
  fault?: string | undefined
  isDone?: boolean
}

function PhoneField({ label, digits, isActive, onType, fault, isDone = false }: FieldProps) {
  const t = useTerminalWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isActive) input.current?.focus()
  }, [isActive])
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className={classes['phone']}
        // Fingers use the keypad beside it; the system's keyboard would cover the ticket.
        inputMode={isTouch ? 'none' : 'numeric'}
        autoComplete="off"
        placeholder={'55 1234 5678'.slice(0, phoneDigits + 2)}
        value={groupPhone(digits)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint`}
        data-done={isDone || undefined}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <span
        id={`${id}-hint`}
        className={classes['fieldHint']}
        data-fault={fault !== undefined || undefined}
        role="status"
      >
        {fault ?? (isDone ? t('repeatSame') : t('numberHint'))}
      </span>
    </div>
  )
}
