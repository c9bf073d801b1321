/** Names the request of a PIN, while it is under way: what it answers is shown on the screen that asked, and nowhere else. */
export const showPinKey = ['showPin'] as const
