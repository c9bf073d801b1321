import { Button, Title } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatPesos } from '../../ui/format/money.ts'
import { useScreenKeys } from '../../ui/keys/screen-keys.ts'
import { useWords } from '../../ui/words/words.ts'
import classes from '../paper/paper.module.css'
import { provisionalName } from '../selling/cart/offline-order.ts'
import type { OfflineOrder } from '../selling/orders/order.ts'
import { ProvisionalPaper } from './provisional-paper.tsx'
import { offlineTexts } from './texts.ts'

/** After an offline sale: the change, and the provisional slip. */
export function ProvisionalScreen({ entry, onNext }: { entry: OfflineOrder; onNext: () => void }) {
  const t = useWords(offlineTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useScreenKeys({ Enter: onNext, Escape: onNext })
  const { changeCentavos } = entry
  return (
    <div className={classes['sold']}>
      <div className={classes['told']}>
        <IconDeviceFloppy size={88} stroke={1.4} color="var(--tone-wait)" aria-hidden="true" />
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('soldTitle')}
        </Title>
        <p className="figures">
          {formatPesos(entry.totalCentavos)} · {provisionalName(entry.key)}
        </p>
        <p>{t('soldHint')}</p>
        <p className={classes['change']} role="status">
          {changeCentavos > 0 ? t('change') : t('exact')}
          {changeCentavos > 0 && <strong>{formatPesos(changeCentavos)}</strong>}
        </p>
        <Button
          size="lg"
          h={60}
          mt="md"
          onClick={onNext}
          rightSection={<small className={classes['key']}>{t('nextKey')}</small>}
        >
          {t('next')}
        </Button>
      </div>
      <aside className={classes['side']} aria-label={t('receipt.heading')}>
        <ProvisionalPaper entry={entry} />
      </aside>
    </div>
  )
}
