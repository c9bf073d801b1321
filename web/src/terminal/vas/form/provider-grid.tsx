import { CloseButton, Skeleton, TextInput, Title, UnstyledButton } from '@mantine/core'
import type { VasKind, VasProduct } from '@mostrador/client'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { TileGrid } from '../../../ui/fields/tile-grid.tsx'
import { plain } from '../../../ui/format/plain.ts'
import { NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { focusedIfIdle } from '../../../ui/keys/pointer.ts'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import { alsoCalled, byPopularity, ProviderMark } from './provider-mark.tsx'
import classes from './sale-form.module.css'

type Provider = VasProduct['provider']

interface Props {
  kind: VasKind
  catalog: readonly VasProduct[] | undefined
  onPick: (provider: Provider) => void
  /** Texts of a search field, for long lists of providers. */
  search?: { label: string; hint: string; none: string; noneHint: string }
}

/** Chooses the provider: a tile for each carrier, biller or brand. */
export function ProviderGrid({ kind, catalog, onPick, search }: Props) {
  const t = useWords(kindTexts)
  const tUi = useWords(uiTexts)
  const [typed, setTyped] = useState('')
  const title = t(`${kind}.providerTitle`)
  const shown = catalog === undefined ? undefined : matching(providersOf(catalog), typed)
  const [only] = shown?.length === 1 ? shown : []
  return (
    <>
      <div className={classes['heading']}>
        <Title order={2}>{title}</Title>
        {search !== undefined && (
          <TextInput
            ref={focusedIfIdle}
            type="search"
            size="md"
            w={280}
            aria-label={search.label}
            placeholder={search.hint}
            leftSection={<IconSearch size={18} />}
            rightSection={
              typed !== '' && <CloseButton aria-label={tUi('clear')} onClick={() => setTyped('')} />
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && only !== undefined && only.health !== 'DOWN') onPick(only)
            }}
          />
        )}
      </div>
      {shown?.length === 0 && search !== undefined ? (
        <EmptyState picture={<NothingFound />} title={search.none} hint={search.noneHint} />
      ) : (
        <TileGrid key={catalog?.length} className={classes['providers']} label={title}>
          {shown === undefined
            ? [1, 2, 3, 4, 5, 6, 7, 8].map((n) => <Skeleton key={n} height={148} radius="lg" />)
            : shown.map((provider) => (
                <ProviderTile key={provider.id} provider={provider} onPick={() => onPick(provider)} />
              ))}
        </TileGrid>
      )}
    </>
  )
}

function ProviderTile({ provider, onPick }: { provider: Provider; onPick: () => void }) {
  const t = useWords(terminalTexts)
  const isDown = provider.health === 'DOWN'
  return (
    <UnstyledButton className={classes['provider']} disabled={isDown} onClick={onPick}>
      <ProviderMark slug={provider.slug} name={provider.name} size={64} />
      <span className={classes['providerName']}>{provider.name}</span>
      {isDown && <StatusChip tone="bad">{t('providerDown')}</StatusChip>}
      {provider.health === 'DEGRADED' && <StatusChip tone="wait">{t('providerSlow')}</StatusChip>}
    </UnstyledButton>
  )
}

/** Each provider once. */
function providersOf(catalog: readonly VasProduct[]): Provider[] {
  return [...new Map(catalog.map(({ provider }) => [provider.id, provider])).values()].sort(byPopularity)
}

function matching(providers: readonly Provider[], typed: string): readonly Provider[] {
  const words = plain(typed).split(' ')
  return providers.filter(({ name, slug }) => {
    const called = plain(`${name} ${alsoCalled(slug)}`)
    return words.every((word) => called.includes(word))
  })
}
