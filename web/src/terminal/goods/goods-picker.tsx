import { CloseButton, Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import type { Category } from '@mostrador/client'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { EmptyShelf, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { EmptyState, ErrorState } from '../../ui/parts/states.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { findGoods, type GoodsItem, itemByCode } from '../catalog/goods-item.ts'
import { oftenSold } from '../catalog/often-sold.ts'
import type { useGoods } from '../catalog/use-goods.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './goods.module.css'
import { ItemGrid } from './item-grid.tsx'

const often = 'often'

interface Props {
  storeId: string
  goods: ReturnType<typeof useGoods>
  onPick: (item: GoodsItem) => void
}

/** The store's goods, to search, scan or tap. */
export function GoodsPicker({ storeId, goods, onPick }: Props) {
  const t = useWords(shopTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const { items, categories } = goods
  const [typed, setTyped] = useState('')
  const [group, setGroup] = useState<string | null>(null)
  const wanted = useDeferredValue(typed)
  const quick = useMemo(() => quickItems(storeId, items ?? []), [storeId, items])
  const shown = useMemo(() => {
    const inGroup =
      group === often
        ? quick
        : (items ?? []).filter(({ categoryId }) => group === null || categoryId === group)
    return findGoods(wanted.trim() === '' ? inGroup : (items ?? []), wanted)
  }, [items, quick, group, wanted])
  const colorOf = useMemo(() => new Map(categories.map(({ id, color }) => [id, color ?? null])), [categories])
  if (goods.error !== null) {
    return <ErrorState {...words(goods.error)} onRetry={() => void goods.refetch()} />
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    const found = itemByCode(items ?? [], typed.trim()) ?? (shown.length === 1 ? shown[0] : undefined)
    if (found === undefined) return
    setTyped('')
    onPick(found)
  }
  return (
    <section className={classes['picker']} aria-label={t('goods')}>
      <TextInput
        type="search"
        size="md"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={20} />}
        rightSection={
          typed !== '' && <CloseButton aria-label={tUi('clear')} onClick={() => setTyped('')} size={40} />
        }
        rightSectionWidth={46}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {categories.length > 0 && (
        <Categories
          categories={categories}
          hasQuick={quick.length > 0}
          group={group}
          onGroup={(chosen) => {
            setTyped('')
            setGroup(chosen)
          }}
        />
      )}
      {items === undefined ? (
        <Loading />
      ) : items.length === 0 ? (
        <EmptyState picture={<EmptyShelf />} title={t('emptyTitle')} hint={t('emptyHint')} />
      ) : shown.length === 0 ? (
        <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
      ) : (
        <ItemGrid items={shown} colorOf={colorOf} onPick={onPick} />
      )}
    </section>
  )
}

function quickItems(storeId: string, items: readonly GoodsItem[]): GoodsItem[] {
  const byId = new Map(items.map((item) => [item.variantId, item]))
  return oftenSold(storeId)
    .map((id) => byId.get(id))
    .filter((item) => item !== undefined)
}

interface CategoriesProps {
  categories: readonly Category[]
  hasQuick: boolean
  group: string | null
  onGroup: (group: string | null) => void
}

function Categories({ categories, hasQuick, group, onGroup }: CategoriesProps) {
  const t = useWords(shopTexts)
  const groups: [string | null, string][] = [
    [null, t('all')],
    ...(hasQuick ? [[often, t('often')] as [string, string]] : []),
    ...categories.map(({ id, name }): [string, string] => [id, name]),
  ]
  return (
    <fieldset className={classes['categories']} aria-label={t('categories')}>
      {groups.map(([id, name]) => (
        <UnstyledButton
          key={id ?? ''}
          className={classes['category']}
          aria-pressed={id === group}
          onClick={() => onGroup(id)}
        >
          {name}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

function Loading() {
  const t = useWords(shopTexts)
  return (
    <div className={classes['scroll']} role="status" aria-label={t('loading')}>
      <div
        className={classes['grid']}
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))', gridAutoRows: 152 }}
      >
        {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
          <Skeleton key={n} radius="lg" />
        ))}
      </div>
    </div>
  )
}
