import { Alert, Skeleton, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductRecord } from '../api/types.ts'
import { useProblemWords } from '../session/problem-words.ts'
import { EmptyShelf, NothingFound } from '../ui/illustrations/scenes.tsx'
import { formatPesos } from '../ui/money.ts'
import { NamedPicture } from '../ui/named-picture.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import classes from './products-tab.module.css'
import { categoriesQuery, productsQuery } from './queries.ts'
import { useTerminalWords } from './words.ts'

/** The store's goods, to look at: they cannot be sold here yet, and it says so. */
export function ProductsTab({ storeId }: { storeId: string }) {
  const t = useTerminalWords()
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 150)
  const products = useQuery(productsQuery(storeId, q))
  return (
    <>
      <Alert icon={<IconInfoCircle size={20} />} color="agave" variant="light" mb="md">
        {t('productsHint')}
      </Alert>
      <TextInput
        aria-label={t('productsSearch')}
        placeholder={t('productsSearch')}
        leftSection={<IconSearch size={18} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={420}
        mb="md"
      />
      {products.error !== null && products.data === undefined ? (
        <ErrorState {...words(products.error)} onRetry={() => products.refetch()} />
      ) : (
        <Shelf products={products.data} storeId={storeId} isSearch={q !== ''} />
      )}
    </>
  )
}

interface ShelfProps {
  products: ProductRecord[] | undefined
  storeId: string
  isSearch: boolean
}

function Shelf({ products, storeId, isSearch }: ShelfProps) {
  const t = useTerminalWords()
  const { t: tUi } = useTranslation()
  const { data: categories = [] } = useQuery(categoriesQuery(storeId))
  const colorOf = new Map(categories.map(({ id, color }) => [id, color]))
  if (products === undefined) {
    return (
      <div className={classes['shelf']}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
          <Skeleton key={n} height={176} radius="lg" />
        ))}
      </div>
    )
  }
  if (products.length === 0) {
    return isSearch ? (
      <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
    ) : (
      <EmptyState picture={<EmptyShelf />} title={t('productsEmpty')} hint={t('productsEmptyHint')} />
    )
  }
  return (
    <ul className={classes['shelf']}>
      {products.map((product) => (
        <li key={product.id} className={classes['product']}>
          <NamedPicture
            picture={product.picture}
            name={product.name}
            color={colorOf.get(product.categoryId ?? '')}
            size={92}
          />
          <Text fw={600} lineClamp={2}>
            {product.name}
          </Text>
          <Text className="figures" c="dimmed">
            {formatPesos(product.priceCentavos)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
