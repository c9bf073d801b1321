import type { VasProviderStatus } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useIsOnline } from '../../api/network-state.ts'
import { Hint } from '../../ui/parts/hint.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { providersQuery } from '../store/queries.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './terminal-header.module.css'

interface Props {
  storeId: string | null
  /** Whether the store's event stream is open. */
  isLive: boolean
}

/** Whether the server and the providers are reachable. Always visible. */
export function TillHealth({ storeId, isLive }: Props) {
  const t = useWords(terminalTexts)
  const isOnline = useIsOnline()
  return (
    <div className={classes['health']}>
      <span role="status">
        <StatusChip tone={!isOnline ? 'bad' : isLive ? 'good' : 'wait'}>
          {!isOnline ? t('offline') : isLive ? t('online') : t('notLive')}
        </StatusChip>
      </span>
      {storeId !== null && <ProviderHealth storeId={storeId} isOnline={isOnline} />}
    </div>
  )
}

function ProviderHealth({ storeId, isOnline }: { storeId: string; isOnline: boolean }) {
  const { data: providers } = useQuery(providersQuery(storeId))
  const { tone, words, names } = useHealthWords(providers, isOnline)
  // Nothing to show in a shop that sells no services.
  if (providers?.length === 0) return null
  return (
    <Hint label={names} position="bottom">
      <span role="status">
        <StatusChip tone={tone}>{words}</StatusChip>
      </span>
    </Hint>
  )
}

interface HealthWords {
  readonly tone: 'good' | 'wait' | 'bad' | 'idle'
  readonly words: string
  /** The affected providers' names, when the text only counts them. */
  readonly names: string | null
}

function useHealthWords(providers: readonly VasProviderStatus[] | undefined, isOnline: boolean): HealthWords {
  const t = useWords(terminalTexts)
  if (!isOnline) return { tone: 'idle', words: t('servicesNoNetwork'), names: null }
  if (providers === undefined) return { tone: 'idle', words: t('servicesUnknown'), names: null }
  const names = providers.filter(({ health }) => health === 'DOWN').map(({ name }) => name)
  const [name = ''] = names
  if (names.length === providers.length) return { tone: 'bad', words: t('servicesDown'), names: null }
  if (names.length === 1) return { tone: 'bad', words: t('providerDownNamed', { name }), names: null }
  if (names.length > 1)
    return { tone: 'bad', words: t('providersDown', { number: names.length }), names: names.join(', ') }
  const isSlow = providers.some(({ health }) => health === 'DEGRADED')
  return isSlow
    ? { tone: 'wait', words: t('servicesSlow'), names: null }
    : { tone: 'good', words: t('services'), names: null }
}
