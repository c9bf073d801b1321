import { Group, Skeleton, UnstyledButton } from '@mantine/core'
import type { Category } from '@mostrador/client'
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { EmptyShelf, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { hasMouse } from '../../ui/keys/pointer.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { EmptyState, ErrorState } from '../../ui/parts/states.tsx'
import type { ScanAct } from '../../ui/scanner/meanings.ts'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { goodsIn } from '../catalog/category-tree.ts'
import { findGoods, type GoodsItem, itemMeant } from '../catalog/goods-item.ts'
import { oftenSold } from '../catalog/often-sold.ts'
import type { useGoods } from '../catalog/use-goods.ts'
import { piecesOf, prefixed } from '../selling/money/quantity.ts'
import { CommandBar } from '../shortcuts/command-bar.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './goods.module.css'
import { GoodsSearch, useSearchFocus } from './goods-search.tsx'
import { ItemGrid } from './item-grid.tsx'

const often = 'often'

interface Props {
  storeId: string
  goods: ReturnType<typeof useGoods>
  /** The text in the search: a quantity and `*`, a name, a code, or part of them. */
  typed: string
  /** Why nothing was added for it. */
  fault: string | null
  onType: (text: string) => void
  /** What can be done about text that nothing was found for. */
  missingActs: (text: string, quantity: number) => readonly ScanAct[]
  /** Returns whether it was accepted. */
  onPick: (item: GoodsItem) => boolean
}

/** The store's goods, to search, scan or tap. */
export function GoodsPicker({ storeId, goods, typed, fault, missingActs, onType, onPick }: Props) {
  const t = useWords(shopTexts)
  const words = useProblemWords()
  const { items, categories } = goods
  const [group, setGroup] = useState<string | null>(null)
  const { rest, times } = prefixed(typed)
  const wanted = useDeferredValue(rest)
  const quick = useMemo(() => quickItems(storeId, items ?? []), [storeId, items])
  const shown = useMemo(() => {
    const all = items ?? []
    if (wanted.trim() !== '') return findGoods(all, wanted)
    if (group === often) return quick
    // What is sold most comes first.
    return goodsIn([...new Set([...quick, ...all])], categories, group)
  }, [items, quick, categories, group, wanted])
  const colorOf = useMemo(() => new Map(categories.map(({ id, color }) => [id, color ?? null])), [categories])
  const search = useSearchFocus()
  const grid = useRef<HTMLDivElement>(null)
  if (goods.error !== null) {
    return <ErrorState {...words(goods.error)} onRetry={() => void goods.refetch()} />
  }
  const walkToGoods = () => grid.current?.querySelector<HTMLElement>('fieldset button')?.focus()
  const enter = () => {
    const item = itemMeant(items ?? [], rest)
    if (item === undefined) walkToGoods()
    else if (onPick(item)) onType('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      walkToGoods()
    } else if (event.key === 'Enter' && rest.trim() !== '') {
      event.preventDefault()
      enter()
    }
  }
  return (
    <section className={classes['picker']} aria-label={t('goods')}>
      <GoodsSearch ref={search} typed={typed} fault={fault} onType={onType} onKeyDown={onKeyDown} />
      {categories.length > 0 && (
        <Categories
          categories={categories}
          hasQuick={quick.length > 0}
          group={group}
          onGroup={(chosen) => {
            onType('')
            setGroup(chosen)
          }}
        />
      )}
      <div ref={grid} className={classes['goods']}>
        <Goods
          items={items}
          shown={shown}
          colorOf={colorOf}
          missingActs={rest.trim() === '' ? [] : missingActs(rest.trim(), piecesOf(times))}
          onPick={(item, isByKey) => {
            const isWalking = isByKey && typed === ''
            if (!onPick(item) || isWalking) return
            if (isByKey) onType('')
            // Otherwise the next Enter would add the same again.
            if (hasMouse()) search.current?.focus()
          }}
        />
      </div>
      <CommandBar />
    </section>
  )
}

interface GoodsProps {
  /** `undefined` while loading. */
  items: readonly GoodsItem[] | undefined
  shown: readonly GoodsItem[]
  colorOf: ReadonlyMap<string, string | null>
  missingActs: readonly ScanAct[]
  onPick: (item: GoodsItem, isByKey: boolean) => void
}

function Goods({ items, shown, colorOf, missingActs, onPick }: GoodsProps) {
  const t = useWords(shopTexts)
  const tUi = useWords(uiTexts)
  if (items === undefined) return <Loading />
  if (items.length === 0)
    return <EmptyState picture={<EmptyShelf />} title={t('emptyTitle')} hint={t('emptyHint')} />
  if (shown.length === 0)
    return (
      <EmptyState
        picture={<NothingFound />}
        title={tUi('noMatches')}
        hint={tUi('noMatchesHint')}
        action={
          <Group justify="center">
            {missingActs.map(({ label, reason, run }) => (
              <AllowedButton key={label} variant="default" h={48} reason={reason} onClick={run}>
                {label}
              </AllowedButton>
            ))}
          </Group>
        }
      />
    )
  return <ItemGrid items={shown} colorOf={colorOf} onPick={onPick} />
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
