/** What a label says that was scanned: the tag alone, or the address of ours that ends with it. */
export const tagOf = (said: string): string => {
  const text = said.trim();
  const last = /\/label\/([^/?#]+)/.exec(text)?.[1];
  try {
    return last ? decodeURIComponent(last) : text;
  } catch {
    return text;
  }
};

/** The code that people read on a label: its tag without the mark of locations (`LOC:`) or lots (`LOT:`). */
export const codeOf = (said: string): string => tagOf(said).replace(/^lo[ct]:/i, "");

/** Whether it was read off a label of ours: what a person types has neither address nor mark. */
export const isLabel = (said: string): boolean => codeOf(said) !== said.trim();
