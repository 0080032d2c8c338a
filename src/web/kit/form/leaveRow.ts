/**
 * Moves the keyboard off a row that is about to leave its list: to the next button that removes
 * one, else the one before, else where files are chosen. Both stand inside an element with
 * `data-files`.
 */
export const leaveRow = (pressed: HTMLElement): void => {
  const place = pressed.closest("[data-files]");
  const buttons = [...(place?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
  const at = buttons.indexOf(pressed);
  (
    buttons[at + 1] ??
    buttons[at - 1] ??
    place?.querySelector<HTMLElement>("[data-choose]")
  )?.focus();
};
