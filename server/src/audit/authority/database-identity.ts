/**
 * `audit.database_facts` gives the identity of a database as text: that of its PostgreSQL and, on a cluster, `group=identity`
 * of each node that answers, with spaces in between. A node that is silent has no part, and is not another one.
 */
const coordinator = '0'

function nodesIn(identity: string): Map<string, string> {
  return new Map(
    identity.split(' ').map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [coordinator, part] : [part.slice(0, at), part.slice(at + 1)]
    }),
  )
}

/** Whether it is a cluster, whose nodes can be set back one by one. */
export function hasNodes(identity: string): boolean {
  return nodesIn(identity).size > 1
}

/** What is known of all nodes, when the newer identity lacks those that were silent. */
export function mergedIdentity(known: string | undefined, newer: string): string {
  if (known === undefined) return newer
  const nodes = new Map([...nodesIn(known), ...nodesIn(newer)])
  return [...nodes]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([group, identity]) => (group === coordinator ? identity : `${group}=${identity}`))
    .join(' ')
}

/** The groups of the nodes that were another PostgreSQL before, or the same one on another timeline; `0` is the coordinator. */
export function replacedNodes(known: string | undefined, newer: string): number[] {
  const before = known === undefined ? undefined : nodesIn(known)
  return [...nodesIn(newer)]
    .filter(([group, identity]) => (before?.get(group) ?? identity) !== identity)
    .map(([group]) => Number(group))
}
