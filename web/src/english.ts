/** Each file exports its English catalog as `<catalog>English`: `chipEnglish` for `chip`. */
const files = import.meta.glob<Record<string, object>>('./**/*texts.en.ts', { eager: true })

/** All English texts by catalog; loaded only by people who chose English. */
export const english: Readonly<Record<string, object>> = Object.fromEntries(
  Object.values(files)
    .flatMap((file) => Object.entries(file))
    .map(([name, texts]) => [name.replace(/English$/, ''), texts]),
)
