/** Whether somebody has typed this name, which a person, a file or another program may have written. */
export function isTypedName(typed: string, name: string): boolean {
  return plain(typed) === plain(name)
}

/** As it looks: in names, some kinds and runs of spaces, and characters without a shape, cannot be seen or typed. */
const plain = (name: string) =>
  name
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
