import { UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'
import classes from './keypad.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface Props {
  onDigit: (digit: string) => void
  onErase: () => void
  onClear: () => void
  /** For amounts: a decimal point in place of the clear key. */
  onPoint?: () => void
}

/** A keypad for touch. Keyboards type into the field itself. */
export function Keypad(props: Props) {
  const t = useWords(uiTexts)
  const key = (digit: string) => (
    <UnstyledButton
      key={digit}
      className={classes['key']}
      aria-label={t('digit', { digit })}
      onClick={() => props.onDigit(digit)}
    >
      {digit}
    </UnstyledButton>
  )
  return (
    <div className={classes['keypad']}>
      {digits.map(key)}
      {props.onPoint === undefined ? (
        <UnstyledButton
          className={classes['key']}
          data-quiet
          aria-label={t('eraseAll')}
          onClick={props.onClear}
        >
          C
        </UnstyledButton>
      ) : (
        <UnstyledButton className={classes['key']} aria-label={t('point')} onClick={props.onPoint}>
          .
        </UnstyledButton>
      )}
      {key('0')}
      <UnstyledButton
        className={classes['key']}
        data-quiet
        aria-label={t('eraseDigit')}
        onClick={props.onErase}
      >
        <IconBackspace size={26} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
    </div>
  )
}
