import type { VasKind, VasProduct } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { Unplugged } from '../../../ui/illustrations/scenes.tsx'
import { EmptyState, ErrorState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { catalogQuery } from '../../store/queries.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'

interface Props {
  kind: VasKind
  storeId: string
  /** @param catalog `undefined` while it loads */
  children: (catalog: VasProduct[] | undefined) => ReactNode
}

/** Shows what can be sold of a kind, or why nothing can. */
export function CatalogGate({ kind, storeId, children }: Props) {
  const tKind = useWords(kindTexts)
  const t = useWords(terminalTexts)
  const words = useProblemWords()
  const catalog = useQuery(catalogQuery(kind, storeId))
  if (catalog.data === undefined && catalog.error !== null) {
    return <ErrorState {...words(catalog.error)} onRetry={() => catalog.refetch()} />
  }
  if (catalog.data?.length === 0) {
    return (
      <EmptyState
        picture={<Unplugged />}
        title={tKind(`${kind}.catalogEmpty`)}
        hint={t('catalogEmptyHint')}
      />
    )
  }
  return children(catalog.data)
}
