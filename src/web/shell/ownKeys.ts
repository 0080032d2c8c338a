/** True when the key was pressed in an editor that has its own use for Ctrl+B and Ctrl+K. */
export const inEditor = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement &&
  (event.target.isContentEditable || event.target.closest("[data-own-keys]") !== null);

/** True where a person types: fields, editors, menus and dialogs keep their single keys. */
export const isTyping = (event: KeyboardEvent): boolean =>
  inEditor(event) ||
  (event.target instanceof Element &&
    event.target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null);
