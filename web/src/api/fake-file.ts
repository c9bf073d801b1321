/** A chosen file that has changed on the disk since, for tests: browsers neither read nor send it. */
export function changedFile(name: string): File {
  const file = new File(['changed'], name)
  file.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'))
  return file
}
