import { PrepareError } from '../prepare.mjs'

/** What can be written, each from the templates in the folder of its name. */
export const kinds = ['read', 'command', 'collection']

/**
 * A noun as each language writes it.
 *
 * @param {string} noun in the singular: `price-tag`
 * @returns {Record<string, string>}
 */
export function wordsOf(noun) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(noun) || noun.length > 40)
    throw new PrepareError(
      `“${noun}” is not a noun: give lower-case letters, the words joined by hyphens, such as price-tag.`,
    )
  if (/[^aius]s$/.test(noun)) throw new PrepareError(`Give the noun in the singular: ${noun.slice(0, -1)}.`)
  const many = pluralOf(noun)
  return {
    words: noun.replaceAll('-', ' '),
    plural: many.replaceAll('-', ' '),
    kebabs: many,
    snake: noun.replaceAll('-', '_'),
    snakes: many.replaceAll('-', '_'),
    noun: camel(noun),
    nouns: camel(many),
    Noun: pascal(noun),
    Nouns: pascal(many),
  }
}

function pluralOf(noun) {
  if (/(s|x|z|ch|sh)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : `${noun}s`
}

function camel(words) {
  return words.replace(/-([a-z])/g, (_all, letter) => letter.toUpperCase())
}

function pascal(words) {
  return camel(`-${words}`)
}
