import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { changeEnvironmentFile, readEnvironmentFile } from './env-file.ts'

let file: string
beforeEach(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-env-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  file = path.join(dir, 'mostrador.env')
})
const text = () => readFile(file, 'utf8')

test('only the lines of the changed variables change: comments, order and quoted values stay', async () => {
  const mail = '# Our mail.\nMAIL_FROM="Mostrador <no-responder@example.mx>"\n\n'
  await writeFile(
    file,
    `# Ours.\nPUBLIC_URL=https://old.example.mx\n${mail}export PORT=80 # low\nLOG_LEVEL=warn`,
  )
  await changeEnvironmentFile(file, { PUBLIC_URL: 'https://pos.example.mx', PORT: '4000', HOST: '::1' })
  expect(await text()).toBe(
    `# Ours.\nPUBLIC_URL=https://pos.example.mx\n${mail}PORT=4000\nLOG_LEVEL=warn\nHOST=::1\n`,
  )
  expect((await readEnvironmentFile(file))['MAIL_FROM']).toBe('Mostrador <no-responder@example.mx>')
})

test('of a variable that is there twice, the line that counts is changed', async () => {
  await writeFile(file, 'PORT=1\n# PORT=3\nPORT=2\n')
  await changeEnvironmentFile(file, { PORT: '4000' })
  expect(await text()).toBe('PORT=1\n# PORT=3\nPORT=4000\n')
})

test('a new file says what it is, and only its owner reads it', async () => {
  await changeEnvironmentFile(file, { PORT: '4000' })
  expect(await text()).toMatch(/^# Written by mostrador setup\..*\nPORT=4000\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test.each([
  [
    'a value that would need quotes',
    'PORT=1\n',
    { MOSTRADOR_DATA_DIR: '/srv/two words' },
    'MOSTRADOR_DATA_DIR',
  ],
  ['a value of several lines that has the name in it', 'PORT=1\nNOTE="\nPORT=2\n"\n', { PORT: '3' }, 'PORT'],
])('%s is refused in words, and nothing is written', async (_what, before, changes, name) => {
  await writeFile(file, before)
  const refused = changeEnvironmentFile(file, changes)
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(name)
  expect(await text()).toBe(before)
  expect(await readdir(path.dirname(file))).toEqual(['mostrador.env'])
})
