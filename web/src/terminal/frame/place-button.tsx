import { Button, type ButtonProps, Text } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useWords } from '../../ui/words/words.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './terminal-header.module.css'

type Props = ButtonProps & ComponentPropsWithRef<'button'> & { store: ProfileStore }

/** The selected store; the remaining props come from its menu. */
export function PlaceButton({ store, ...rest }: Props) {
  const t = useWords(terminalTexts)
  const { terminal } = useTerminalChoice(store.storeId)
  return (
    <Button
      {...rest}
      variant="default"
      className={classes['place'] ?? ''}
      aria-description={t('place')}
      leftSection={<IconBuildingStore size={19} stroke={1.7} />}
      rightSection={<IconChevronDown size={16} />}
    >
      <span className={classes['placeName']}>
        {store.name}
        <Text span size="xs" c="dimmed">
          {terminal?.name ?? t('noTerminal')}
        </Text>
      </span>
    </Button>
  )
}
