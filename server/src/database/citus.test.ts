import { expect, test } from 'vitest'
import { renderedForCitus, renderings } from './citus.ts'
import { sqlSources } from './sources.ts'

test('each form that Citus does not take is one of ours, and is gone from what it gets', async () => {
  const sources = await sqlSources()
  const all = ({ functions, policies }: typeof sources) =>
    [...functions, ...policies].map(({ text }) => text).join('\n')
  const rendered = all(renderedForCitus(sources))
  for (const [ours] of renderings) {
    expect(all(sources)).toMatch(ours)
    expect(rendered).not.toMatch(ours)
  }
})

test('no policy that Citus gets contains a subquery', async () => {
  const { policies } = renderedForCitus(await sqlSources())
  const all = policies.flatMap(({ text }) => text.match(/^create policy [^;]*;/gm) ?? [])
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter((policy) => /\(\s*select\b/i.test(policy))).toEqual([])
})

test('a file keeps its checksum, by which its own text is known', async () => {
  const sources = await sqlSources()
  const sums = ({ functions, policies }: typeof sources) =>
    [...functions, ...policies].map(({ checksum }) => checksum)
  expect(sums(renderedForCitus(sources))).toEqual(sums(sources))
})
