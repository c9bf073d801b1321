import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { useSchemeChange } from './scheme-change.ts'

/** `visibleFrom`: the pages of a session have it in the account's menu as well, for phones. */
export function ColorSchemeToggle(props: Pick<ActionIconProps, 'visibleFrom'>) {
  const { label, icon: Icon, change } = useSchemeChange()
  return (
    <ActionIcon {...props} aria-label={label} onClick={change}>
      <Icon size={21} stroke={1.7} />
    </ActionIcon>
  )
}
