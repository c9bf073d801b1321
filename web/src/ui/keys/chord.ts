/** The parts of a key press that name it. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * Names a key press as shortcuts are declared: `Enter`, `F12`, `Alt+1`, `Alt+V`. With Alt the physical key
 * counts, because some layouts type another character with it. `null`: with Control or Meta a key is the
 * browser's, and so is a function key with Shift.
 */
export function chordOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: Pressed): string | null {
  if (ctrlKey || metaKey) return null
  if (shiftKey && /^F\d/.test(key)) return null
  if (!altKey) return key
  const physical = /^(?:Digit|Key)(.)$/.exec(code)?.[1]
  return physical === undefined ? null : `Alt+${physical}`
}
