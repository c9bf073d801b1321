import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useScreenKeys } from '../../ui/keys/screen-keys.ts'
import { type Command, shortcutOf } from './shortcuts.ts'

/** A command that the present screen can carry out. */
export interface Act {
  readonly command: Command
  /** Why it cannot be done now, in words; `null` when it can. */
  readonly reason: string | null
  readonly run: () => void
}

let acts: readonly Act[] = []
const listeners = new Set<() => void>()

function change(next: readonly Act[]): void {
  acts = next
  for (const listener of listeners) listener()
}

interface Options {
  /** Why it cannot be done now; its key then shows the reason. */
  readonly reason?: string | null
  /** Whether the command exists now; without it, its key does nothing. */
  readonly isOn?: boolean
}

/** Carries a command out while the component is mounted: by its key, and by its button below the goods. */
export function useCommand(
  command: Command,
  run: (event?: KeyboardEvent) => void,
  options: Options = {},
): void {
  const { reason = null, isOn = true } = options
  const latest = useEffectEvent(run)
  useEffect(() => {
    if (!isOn) return
    const act: Act = { command, reason, run: () => latest() }
    change([...acts, act])
    return () => change(acts.filter((each) => each !== act))
  }, [command, reason, isOn])
  const { key, place } = shortcutOf(command)
  const onKey = (event: KeyboardEvent) => {
    event.preventDefault()
    if (reason === null) run(event)
    else notifications.show({ id: command, message: reason, color: 'cempasuchil', autoClose: 3000 })
  }
  useScreenKeys(isOn ? { [key]: onKey } : {}, place === 'payment' ? 'dialog' : 'screen')
}

/** Carries a command out, if the present screens can. */
export function carryOut(command: Command): void {
  acts.findLast((each) => each.command === command && each.reason === null)?.run()
}

/** The commands that the present screens can carry out. */
export function useActs(): readonly Act[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => acts,
  )
}
