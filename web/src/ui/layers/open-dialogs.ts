/** How many dialogs are open on the page. */
export const openDialogCount = () => document.querySelectorAll('[role="dialog"]').length
