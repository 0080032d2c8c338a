/** Whether a field of a body or file holds what somebody or something is called. */
export const isNameField = (field: string): boolean =>
  /^(name|title)$|(Name|Title|_name|_title)$/.test(field);

const lineBreak = /[\r\n\u0085\u2028\u2029]/;
const control = /\p{Cc}/u;
const turnsDirection = /[\u202a-\u202e\u2066-\u2069]/;
// Letters that fonts draw as nothing: Hangul fillers and the empty Braille pattern.
const seen = /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u;

/**
 * Why a text is no name: it stands on one line, in the order in which it is read, with something to
 * be seen. Null where it is one, also for the empty text: whether a name is asked for is the
 * field's own rule.
 */
export const nameFault = (text: string): string | null => {
  const name = text.trim();
  if (name === "")
    return text === "" || /^[ \t\r\n]*$/.test(text) ? null : "Enter a name that can be seen.";
  if (lineBreak.test(name)) return "This stands on one line: take out the line break.";
  if (control.test(name)) return "Take out the control character: it cannot be shown.";
  if (turnsDirection.test(name))
    return "Take out the invisible sign that turns the direction of the text.";
  return seen.test(name) ? null : "Enter a name that can be seen.";
};
