import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Runs a program of an installed package under this Node and waits for its end.
 *
 * @param {string} root
 * @param {{ package: string, program?: string, workspace?: string }} tool `program` when the package has
 * several
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>} the output of both streams
 */
export async function runTool(root, tool, args) {
  return runNode(root, [await programOf(root, tool), ...args])
}

/**
 * Runs a program of an installed package as `runTool` does, and shows its output as it comes.
 *
 * @param {Record<string, string>} environment beside this process's own
 * @returns {Promise<number>} its exit code
 */
export async function showTool(root, tool, args, environment = {}) {
  const child = spawn(process.execPath, [await programOf(root, tool), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runNode(root, args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}

/** The file of a program. npm installs a package inside its workspace when the root has another version. */
export async function programOf(root, { package: name, program = name, workspace = '' }) {
  const folders = [path.join(root, workspace, 'node_modules', name), path.join(root, 'node_modules', name)]
  const folder = folders.find((each) => existsSync(path.join(each, 'package.json')))
  if (folder === undefined) throw new Error(`${name} is not installed; run npm ci.`)
  const { bin } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : bin?.[program]
  if (file === undefined) throw new Error(`${name} brings no program ${program}.`)
  return path.join(folder, file)
}
