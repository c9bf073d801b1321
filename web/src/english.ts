/** A file exports the English of its catalog by the catalog's name: `chipEnglish` of `chip`. */
const files = import.meta.glob<Record<string, object>>('./**/*texts.en.ts', { eager: true })

/** Everything that screens say, in English, by catalog; one file for those who chose it. */
export const english: Readonly<Record<string, object>> = Object.fromEntries(
  Object.values(files)
    .flatMap((file) => Object.entries(file))
    .map(([name, texts]) => [name.replace(/English$/, ''), texts]),
)
