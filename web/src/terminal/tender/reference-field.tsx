import { TextInput } from '@mantine/core'
import { focusedFirst } from '../../ui/keys/pointer.ts'
import { useWords } from '../../ui/words/words.ts'
import type { ReferencedMethod } from '../selling/money/charge.ts'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  method: ReferencedMethod
  value: string
  /** Offline, the reference is the only later proof of the payment. */
  isNeeded: boolean
  /** Why it is needed, when not for the lack of a network. */
  reason?: string
  isFirst?: boolean
  onChange: (value: string) => void
}

const labels = { CARD: 'cardReference', TRANSFER: 'transferReference' } as const

/** The reference of a card or transfer payment. */
export function ReferenceField({ method, value, isNeeded, reason, isFirst = false, onChange }: Props) {
  const t = useWords(shopTexts)
  return (
    <TextInput
      label={t(labels[method])}
      required={isNeeded}
      description={isNeeded ? (reason ?? t('referenceNeeded')) : undefined}
      maxLength={60}
      autoComplete="off"
      {...(isFirst && focusedFirst())}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
