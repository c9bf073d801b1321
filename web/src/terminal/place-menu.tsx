import { Menu, SegmentedControl } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { StoreAbility } from '../api/types.ts'
import { useMe } from '../session/me.ts'
import { chooseStore } from '../session/store-choice.ts'
import { chooseLockMinutes, lockChoices, useLockMinutes } from './lock/lock-minutes.ts'
import { PlaceButton } from './place-button.tsx'
import { chooseTerminal, useTerminalChoice } from './terminal-choice.ts'
import { useTerminalWords } from './words.ts'

/** Chooses the store one sells in, and which of its terminals this device is. */
export function PlaceMenu({ store }: { store: StoreAbility }) {
  const t = useTerminalWords()
  const { stores, terminalId } = useMe()
  const minutes = useLockMinutes()
  const { terminals, terminal } = useTerminalChoice(store.storeId)
  const check = (isChosen: boolean) => (isChosen ? <IconCheck size={18} /> : <span style={{ width: 18 }} />)
  return (
    <Menu width={280} position="bottom-start" withArrow>
      <Menu.Target>
        <PlaceButton store={store} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('stores')}</Menu.Label>
        {stores.map(({ storeId, name }) => (
          <Menu.Item
            key={storeId}
            leftSection={check(storeId === store.storeId)}
            onClick={() => chooseStore(storeId)}
          >
            {name}
          </Menu.Item>
        ))}
        {terminalId === null && terminals.length > 0 && <Menu.Label>{t('terminals')}</Menu.Label>}
        {(terminalId === null ? terminals : []).map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={check(id === terminal?.id)}
            onClick={() => chooseTerminal(store.storeId, id === terminal?.id ? null : id)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label id="lock-after">{t('lockAfter')}</Menu.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby="lock-after"
          value={String(minutes)}
          onChange={(value) => chooseLockMinutes(lockChoices.find((each) => String(each) === value) ?? 5)}
          data={lockChoices.map(String)}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
