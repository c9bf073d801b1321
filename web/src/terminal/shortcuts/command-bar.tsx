import { UnstyledButton } from '@mantine/core'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { Hint } from '../../ui/parts/hint.tsx'
import { useWords } from '../../ui/words/words.ts'
import classes from './command-bar.module.css'
import { type Command, commands, shortcutOf } from './shortcuts.ts'
import { shortcutTexts } from './texts.ts'
import { type Act, useActs } from './use-command.ts'

const isInBar = (command: Command): command is keyof typeof shortcutTexts.button =>
  shortcutOf(command).isInBar === true

/** A button with its key for each frequent command. Tablets have the same in menus, without keys. */
export function CommandBar() {
  const t = useWords(shortcutTexts)
  const acts = useActs()
  return (
    <fieldset className={classes['bar']} aria-label={t('bar')}>
      {commands.filter(isInBar).map((command) => {
        const act = acts.findLast((each) => each.command === command)
        return act === undefined ? null : <BarButton key={command} act={act} label={t(`button.${command}`)} />
      })}
    </fieldset>
  )
}

function BarButton({ act: { command, reason, run }, label }: { act: Act; label: string }) {
  const { key } = shortcutOf(command)
  const isAllowed = reason === null
  return (
    <Hint label={reason}>
      <UnstyledButton
        className={classes['button']}
        aria-keyshortcuts={key}
        aria-disabled={!isAllowed}
        {...(!isAllowed && { 'aria-description': reason })}
        onClick={() => isAllowed && run()}
      >
        <KeyCap chord={key} />
        <span>{label}</span>
      </UnstyledButton>
    </Hint>
  )
}
