/** What an address for letters looks like; the browser and the server ask the same. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
export const emailWords = "Enter an email address such as name@example.org.";
export const mostEmail = 255;

/** Why this is no address for letters, in the server's words; null for one, and for none. */
export const objectionToEmail = (given: unknown): string | null => {
  const text = typeof given === "string" ? given.trim() : "";
  return text === "" || (text.length <= mostEmail && emailPattern.test(text)) ? null : emailWords;
};
