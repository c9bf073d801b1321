/**
 * Whose turn it is when there are more transactions than connections, most urgent first. What has begun is finished
 * before anything is started, and shops sell before anybody reads reports.
 *
 * - `continuing`: the request has committed something already, or is settled in the background
 * - `finishing`: it ends a sale
 * - `till`, `desk`: any other request that a till, or only a desk, sends
 * - `report`, `export`: they can wait
 */
export const priorities = ['continuing', 'finishing', 'till', 'desk', 'report', 'export'] as const

export type Priority = (typeof priorities)[number]
