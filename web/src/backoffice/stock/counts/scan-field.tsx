import { TextInput } from '@mantine/core'
import type { StockCountLine } from '@mostrador/client'
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { type ScanRefusal, useScans } from '../../../ui/scanner/meanings.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { scannedLine } from './tally.ts'
import { countTexts } from './texts.ts'

interface Props {
  lines: readonly StockCountLine[]
  goods: ReadonlyMap<string, Goods>
  canCount: boolean
  typed: string
  onType: (typed: string) => void
  /** Adds one to the counted quantity. @returns the new quantity */
  onScan: (variantId: string) => number
  /** Asks how much there is of goods by measure. */
  onOpen: (variantId: string) => void
}

/**
 * A scan counts one, wherever the focus is; so does typing a whole code and Enter. Goods by measure are opened instead, and
 * their quantity is typed. Any other text searches.
 */
export function ScanField({ lines, goods, canCount, typed, onType, onScan, onOpen }: Props) {
  const t = useWords(countTexts)
  const [said, setSaid] = useState<{ isFault: boolean; words: string } | null>(null)
  const count = (code: string): ScanRefusal | null => {
    const scanned = scannedLine(lines, goods, code)
    if (scanned === undefined) {
      setSaid({ isFault: true, words: t('notHere') })
      return { title: t('notHere') }
    }
    const { variantId } = scanned.line
    const name = goods.get(variantId)?.name ?? ''
    onType('')
    if (scanned.isMeasured) {
      onOpen(variantId)
      setSaid({ isFault: false, words: t('scannedMeasured', { name }) })
    } else {
      const counted = formatQuantity(onScan(variantId))
      setSaid({ isFault: false, words: t('scanned', { name, counted }) })
    }
    return null
  }
  useScans('screen', ({ code }) => (canCount ? count(code) : { title: t('scanClosed') }))
  return (
    <TextInput
      label={t('scan')}
      description={canCount ? t('scanHint') : undefined}
      leftSection={<IconBarcode size={19} />}
      autoFocus={canCount}
      autoComplete="off"
      w={{ base: '100%', sm: 420 }}
      value={typed}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => {
        onType(event.currentTarget.value)
        setSaid(null)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !canCount || typed.trim() === '') return
        event.preventDefault()
        count(typed)
      }}
      error={said?.isFault === true ? said.words : undefined}
      {...(said?.isFault === false && {
        description: (
          <span role="status" style={{ color: 'var(--tone-good)', fontWeight: 600 }}>
            {said.words}
          </span>
        ),
      })}
    />
  )
}
