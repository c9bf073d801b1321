import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { useSchemeChange } from './scheme-change.ts'

/** Changes the color scheme. `visibleFrom` hides it on phones, where the account's menu has the same entry. */
export function ColorSchemeToggle(props: Pick<ActionIconProps, 'visibleFrom'>) {
  const { label, icon: Icon, change } = useSchemeChange()
  return (
    <ActionIcon {...props} aria-label={label} onClick={change}>
      <Icon size={21} stroke={1.7} />
    </ActionIcon>
  )
}
