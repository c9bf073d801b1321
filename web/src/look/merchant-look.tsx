import { useMantineColorScheme } from '@mantine/core'
import type { MerchantTheme } from '@mostrador/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { answer, api } from '../api/client.ts'
import { useStoreChoice } from '../session/me/store-choice.ts'
import type { Look } from '../ui/look/look.ts'
import { showLook } from '../ui/look/look-store.ts'

/** Where Mantine stores the color scheme chosen on this device. */
const chosenSchemeKey = 'mantine-color-scheme-value'
const keptKey = 'mostrador.look'

/** The theme of the store's merchant. */
const themeQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['theme', storeId],
    queryFn: async ({ signal }) => {
      const params = { query: { storeId } }
      const { items } = await answer(api.GET('/pos/merchant_themes', { params, signal }))
      return items[0] ?? null
    },
    staleTime: 60_000,
  })

const lookOf = ({ colors, typography, darkMode, logoFileId }: MerchantTheme): Look => ({
  colors,
  typography,
  darkMode,
  logoUrl: logoFileId === null ? null : `/pos/files/${logoFileId}`,
})

/** Applies the merchant's theme to the screens of signed-in people. Renders nothing. */
export function MerchantLook() {
  const store = useStoreChoice()
  const { data: theme } = useQuery({
    ...themeQuery(store?.storeId ?? ''),
    enabled: store !== null,
    // The last theme, so that no other colors flash first.
    placeholderData: () => keptTheme(store?.merchantId),
  })
  useLayoutEffect(() => {
    showLook(theme == null ? null : lookOf(theme))
    if (theme != null) localStorage.setItem(keptKey, JSON.stringify(theme))
  }, [theme])
  useLayoutEffect(() => () => showLook(null), [])
  useUsualScheme(theme?.darkMode ?? 'AUTO')
  return null
}

/** Applies the merchant's scheme unless somebody chose another on this device. */
function useUsualScheme(darkMode: Look['darkMode']): void {
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (localStorage.getItem(chosenSchemeKey) !== null) return
    setColorScheme(darkMode === 'AUTO' ? 'auto' : darkMode === 'DARK' ? 'dark' : 'light')
    // The merchant's scheme must not be stored as a personal choice.
    localStorage.removeItem(chosenSchemeKey)
  }, [darkMode, setColorScheme])
}

function keptTheme(merchantId: string | undefined): MerchantTheme | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey) ?? 'null') as MerchantTheme | null
    return kept !== null && kept.merchantId === merchantId ? kept : undefined
  } catch {
    return undefined
  }
}
