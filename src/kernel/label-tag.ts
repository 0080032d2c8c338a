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
