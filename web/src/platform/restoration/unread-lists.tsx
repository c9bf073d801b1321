import { Alert, List } from '@mantine/core'
import type { Restoration } from '@mostrador/client'
import { useWords } from '../../ui/words/words.ts'
import { restorationTexts } from './texts.ts'

type Props = { lists: Restoration['unreadLists'] }

/** Merchants' own accounts whose lists could not be read; nothing when there is none. */
export function UnreadLists({ lists }: Props) {
  const t = useWords(restorationTexts)
  if (lists.length === 0) return null
  return (
    <Alert color="cempasuchil" title={t('unread', { count: lists.length })} mt="sm">
      {t('unreadHint')}
      <List mt="xs">
        {lists.map(({ connectionId, connectionName, storeName, merchantName }) => (
          <List.Item key={connectionId}>
            {connectionName}: {storeName} · {merchantName}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
