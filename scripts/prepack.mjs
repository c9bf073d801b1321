// Runs before `npm pack` and `npm publish`: what is packed is built from the sources that are here.
import { PrepareError, prepare } from './prepare.mjs'

try {
  await prepare({ build: true })
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exit(1)
}
