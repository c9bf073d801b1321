import { Skeleton, Title, UnstyledButton } from '@mantine/core'
import type { CatalogEntry } from '../../api/types.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { TileGrid } from '../../ui/tile-grid.tsx'
import { useTerminalWords } from '../words.ts'
import classes from './airtime.module.css'
import { CarrierMark } from './carrier-mark.tsx'

type Carrier = CatalogEntry['provider']

export function CarrierGrid(props: { carriers: Carrier[] | undefined; onPick: (carrier: Carrier) => void }) {
  const t = useTerminalWords()
  return (
    <>
      <Title order={2} mb="md">
        {t('carrierTitle')}
      </Title>
      <TileGrid
        className={classes['carriers']}
        label={t('carrierTitle')}
        contents={String(props.carriers?.length)}
      >
        {props.carriers === undefined
          ? [1, 2, 3, 4, 5, 6, 7, 8].map((n) => <Skeleton key={n} height={148} radius="lg" />)
          : props.carriers.map((carrier) => (
              <CarrierTile key={carrier.id} carrier={carrier} onPick={() => props.onPick(carrier)} />
            ))}
      </TileGrid>
    </>
  )
}

function CarrierTile({ carrier, onPick }: { carrier: Carrier; onPick: () => void }) {
  const t = useTerminalWords()
  const isDown = carrier.health === 'DOWN'
  return (
    <UnstyledButton className={classes['carrier']} disabled={isDown} onClick={onPick}>
      <CarrierMark slug={carrier.slug} name={carrier.name} size={64} />
      <span className={classes['carrierName']}>{carrier.name}</span>
      {isDown && <StatusChip tone="bad">{t('carrierDown')}</StatusChip>}
      {carrier.health === 'DEGRADED' && <StatusChip tone="wait">{t('carrierSlow')}</StatusChip>}
    </UnstyledButton>
  )
}
